package com.babelqueue.connect.conformance;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * What the chains of {@code config-examples} make of records, written out in full. In the texts an
 * apostrophe stands for a quotation mark.
 */
final class ChainCases {
  private static final Map<String, Supplier<ChainCase>> BY_FILE =
      Map.of(
          "transforms-annotate-dead-letters.json", ChainCases::annotate,
          "transforms-envelopes-to-mesh.json", ChainCases::envelopesToMesh,
          "transforms-extract-payload.json", ChainCases::extract,
          "transforms-mesh-to-envelopes.json", ChainCases::meshToEnvelopes,
          "transforms-mirror.json", ChainCases::mirror,
          "transforms-validate-and-route.json", ChainCases::validateAndRoute,
          "transforms-wrap-records.json", ChainCases::wrap);

  private static final String TRACE = "7b3f9c2a-e41d-4f88-9b2a-1c0d5e6f7a8b";
  private static final String ID = "f1e2d3c4-b5a6-4789-90ab-cdef01234567";
  private static final String META =
      "'id':'" + ID + "','queue':'q','lang':'php','schema_version':1,'created_at':1749132727000";

  private ChainCases() {}

  /**
   * The case of an example.
   *
   * @throws AssertionError when nobody has said what its chain does
   */
  static ChainCase of(String file) {
    Supplier<ChainCase> found = BY_FILE.get(file);
    if (found == null) {
      throw new AssertionError("no expectation for config-examples/" + file);
    }
    return found.get();
  }

  private static ChainCase validateAndRoute() {
    String valid = envelope("urn:babel:orders:created", "{'order_id':1042,'total':99.90}", "");
    String wrongPayload = envelope("urn:babel:orders:created", "{'order_id':0}", "");
    String wrongTrace = valid.replace(TRACE, "trace-1");
    String otherUrn = envelope("urn:babel:billing:paid", "{}", "");
    String dead =
        envelope(
            "urn:babel:orders:created",
            "{'order_id':0}",
            ",'dead_letter':{'reason':'failed','error':null,'exception':null,"
                + "'failed_at':1749132728000,'original_queue':'orders','attempts':3,'lang':'php'}");
    return new ChainCase(
        Stream.of(wrongPayload, wrongTrace, dead, otherUrn, valid)
            .map(value -> new ChainInput("orders", value))
            .toList(),
        List.of(
            out("orders.invalid", wrongPayload),
            out("orders.invalid", wrongTrace),
            out("orders.dlq", dead),
            out("orders", otherUrn),
            out("orders.created", valid)));
  }

  private static ChainCase wrap() {
    String envelope = envelope("urn:babel:customers:moved", "{}", "");
    return new ChainCase(
        List.of(
            input("customers", "{'id':7,'credit':1e3}"),
            input("customers", "{ 'id': 8 }")
                .with("urn", "urn:babel:customers:created")
                .with("event-id", ID)
                .with("traceparent", "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"),
            input("customers", "no JSON"),
            new ChainInput("customers", envelope)),
        List.of(
            out(
                "customers",
                wrapped(
                    "urn:babel:customers:changed",
                    "c628cd6b-64e3-5044-9a26-0048f956cc5c",
                    "{'id':7,'credit':1e3}",
                    "f2c77f5e-6c84-5ca0-af10-08f85f1734df")),
            out(
                "customers",
                wrapped(
                    "urn:babel:customers:created",
                    "0af76519-16cd-43dd-8448-eb211c80319c",
                    "{ 'id': 8 }",
                    ID),
                "urn=urn:babel:customers:created",
                "event-id=" + ID,
                "traceparent=00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"),
            out(
                "customers",
                wrapped(
                    "urn:babel:customers:changed", "efb49b11-a9e8-5f50-8ee9-065fb1bd27e3", "{'content':'bm8gSlNPTg=='}", "d49dafb1-18b2-5515-9b9c-5f5678827be0")),
            out("customers", envelope)));
  }

  private static String wrapped(String urn, String trace, String data, String id) {
    return json(
        "{'job':'" + urn + "','trace_id':'" + trace + "','data':" + data + ",'meta':{'id':'" + id
            + "','queue':'customers','lang':'java','schema_version':1,'created_at':"
            + ChainOutput.NOW + "},'attempts':0}");
  }

  private static ChainCase extract() {
    String urn = "urn:babel:payments:captured";
    String wrong = envelope(urn, "{'payment_id':'p2','amount':'much','currency':'EUR'}", "");
    return new ChainCase(
        List.of(
            new ChainInput(
                    "payments",
                    envelope(
                        urn,
                        "{'payment_id':'p1','amount':99.5,'currency':'EUR','order_id':1042}",
                        ""))
                .with("bq-attempts", "2"),
            new ChainInput("payments", envelope("urn:babel:payments:refused", "{}", "")),
            new ChainInput("payments", wrong),
            new ChainInput(
                "payments",
                envelope(urn, "{'payment_id':'p3','amount':7,'currency':'USD','more':[]}", ""))),
        List.of(
            out("payments", payment("p1", "99.5", "EUR", "1042"), projected(urn, 2)),
            out("payments.sink.dlq", wrong),
            out("payments", payment("p3", "7.0", "USD", "null"), projected(urn, 0))));
  }

  private static String payment(String id, String amount, String currency, String order) {
    return json(
        "{'schema':{'type':'struct','fields':["
            + "{'type':'string','optional':false,'field':'payment_id'},"
            + "{'type':'double','optional':false,'field':'amount'},"
            + "{'type':'string','optional':false,'field':'currency'},"
            + "{'type':'int64','optional':true,'field':'order_id'},"
            + "{'type':'int64','optional':true,'name':'org.apache.kafka.connect.data.Timestamp',"
            + "'version':1,'field':'created_at'}],"
            + "'optional':false,'name':'urn.babel.payments.captured'},"
            + "'payload':{'payment_id':'" + id + "','amount':" + amount + ",'currency':'"
            + currency + "','order_id':" + order + ",'created_at':1749132727000}}");
  }

  private static ChainCase annotate() {
    String urn = "urn:babel:orders:created";
    String refused = envelope(urn, "{'order_id':1}", "");
    String broken = envelope(urn, "{'order_id':2}", "");
    String unexplained = envelope(urn, "{'order_id':3}", "");
    return new ChainCase(
        List.of(
            explained(refused, "TASK_PUT", "org.example.Refused")
                .with("__connect.errors.exception.message", "the queue is full")
                .with("bq-attempts", "2"),
            explained(broken, "TRANSFORMATION", "org.example.Broken"),
            new ChainInput("orders.sink.dlq", unexplained)),
        List.of(
            out(
                "orders.sink.dlq",
                dead(
                    refused,
                    "'reason':'failed','error':'the queue is full','exception':'org.example.Refused'",
                    3),
                parked(urn, 3)),
            out(
                "orders.sink.dlq",
                dead(broken, "'reason':'poison','error':null,'exception':'org.example.Broken'", 1),
                parked(urn, 1)),
            out("orders.sink.dlq", unexplained)));
  }

  private static String dead(String envelope, String why, int attempts) {
    return envelope.replace(
        json("'attempts':0}"),
        json(
            "'attempts':" + attempts + ",'dead_letter':{" + why + ",'failed_at':"
                + ChainOutput.NOW + ",'original_queue':'orders','attempts':" + attempts
                + ",'lang':'java'}}"));
  }

  private static ChainInput explained(String value, String stage, String exception) {
    return new ChainInput("orders.sink.dlq", value)
        .with("__connect.errors.topic", "orders")
        .with("__connect.errors.partition", "0")
        .with("__connect.errors.offset", "17")
        .with("__connect.errors.stage", stage)
        .with("__connect.errors.exception.class.name", exception);
  }

  private static String[] parked(String urn, int attempts) {
    List<String> headers = new ArrayList<>(List.of(projected(urn, attempts)));
    headers.add("bq-original-topic=orders");
    return headers.toArray(String[]::new);
  }

  private static ChainCase meshToEnvelopes() {
    String placed = "mesh.mod.shop.event.order.placed";
    String body = "{'id': 'a1', 'total': 12.50}";
    ChainInput event =
        input(placed, body)
            .with("x-event-id", "0123456789abcdef0123456789abcdef")
            .with("x-source", "shop")
            .with("x-time", "2026-09-26T12:00:00Z")
            .with("content-type", "application/json")
            .with("x-tenant", "north");
    return new ChainCase(
        List.of(event, event.with("x-node", "one")),
        List.of(
            new ChainOutput(
                "shop.sink.dlq",
                event.headers().entrySet().stream()
                    .map(header -> header.getKey() + "=" + header.getValue())
                    .toList(),
                json(body)),
            out(
                placed,
                json(
                    "{'job':'urn:babel:shop:order.placed',"
                        + "'trace_id':'01234567-89ab-cdef-0123-456789abcdef','data':"
                        + body
                        + ",'meta':{'id':'01234567-89ab-cdef-0123-456789abcdef','queue':'shop',"
                        + "'lang':'java','schema_version':1,'created_at':1790424000000,"
                        + "'mesh_node':'one'},'attempts':0}"),
                "x-tenant=north")));
  }

  private static ChainCase envelopesToMesh() {
    String paid = envelope("urn:babel:billing:invoice.paid", "{'invoice': 'i1'}", "");
    String noTime = paid.replace(",\"created_at\":1749132727000", "");
    String foreign = envelope("urn:babel:shop:order.placed", "{}", "");
    return new ChainCase(
        Stream.of(paid, noTime, foreign).map(value -> new ChainInput("billing", value)).toList(),
        List.of(
            out(
                "mesh.mod.billing.event.invoice.paid",
                json("{'invoice': 'i1'}"),
                "x-event-id=" + ID.replace("-", ""),
                "x-source=billing",
                "x-node=bridge",
                "x-time=2025-06-05T14:12:07Z",
                "content-type=application/json",
                "x-causation-id=" + TRACE.replace("-", "")),
            out("billing.dlq", noTime),
            out("billing", foreign)));
  }

  private static ChainCase mirror() {
    String urn = "urn:babel:orders:created";
    String clean = envelope(urn, "{'order_id':1042,'total':99.90}", "");
    String old =
        clean
            .replace("\"job\"", "\"urn\"")
            .replace("{\"id\"", "{\"max_retries\":5,\"id\"")
            .replace("\"attempts\":0", "\"attempts\": 0");
    String next = clean.replace("\"schema_version\":1", "\"schema_version\":2");
    return new ChainCase(
        List.of(
            new ChainInput("old.orders", next).with("bq-schema-version", "2"),
            new ChainInput("old.orders", "plain text"),
            new ChainInput("old.orders", old).with("bq-attempts", "4")),
        List.of(
            out("old.orders.dlq", next, "bq-schema-version=2"),
            out("old.orders.foreign", "plain text"),
            out(
                "old.orders",
                clean.replace("\"attempts\":0", "\"attempts\": 4"),
                projected(urn, 4))));
  }

  /** The six headers of an envelope of {@link #envelope}. */
  private static String[] projected(String urn, int attempts) {
    return new String[] {
      "bq-job=" + urn,
      "bq-trace-id=" + TRACE,
      "bq-message-id=" + ID,
      "bq-schema-version=1",
      "bq-source-lang=php",
      "bq-attempts=" + attempts
    };
  }

  /**
   * An envelope as a producer writes it.
   *
   * @param more members after the last; empty for none
   */
  private static String envelope(String urn, String data, String more) {
    return json(
        "{'job':'" + urn + "','trace_id':'" + TRACE + "','data':" + data + ",'meta':{" + META
            + "},'attempts':0" + more + "}");
  }

  private static ChainInput input(String topic, String json) {
    return new ChainInput(topic, json(json));
  }

  private static ChainOutput out(String topic, String value, String... headers) {
    return new ChainOutput(topic, List.of(headers), value);
  }

  private static String json(String text) {
    return text.replace('\'', '"');
  }
}
