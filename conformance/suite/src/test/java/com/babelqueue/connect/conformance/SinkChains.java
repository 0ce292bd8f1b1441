package com.babelqueue.connect.conformance;

import static com.babelqueue.connect.conformance.ChainTexts.ID;
import static com.babelqueue.connect.conformance.ChainTexts.envelope;
import static com.babelqueue.connect.conformance.ChainTexts.input;
import static com.babelqueue.connect.conformance.ChainTexts.json;
import static com.babelqueue.connect.conformance.ChainTexts.out;
import static com.babelqueue.connect.conformance.ChainTexts.projected;

import java.util.ArrayList;
import java.util.List;

/** What the chains of sink connectors in {@code config-examples} make of records. */
final class SinkChains {
  private SinkChains() {}

  static ChainCase wrap() {
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
                    "urn:babel:customers:changed",
                    "efb49b11-a9e8-5f50-8ee9-065fb1bd27e3",
                    "{'content':'bm8gSlNPTg=='}",
                    "d49dafb1-18b2-5515-9b9c-5f5678827be0")),
            out("customers", envelope)));
  }

  private static String wrapped(String urn, String trace, String data, String id) {
    return json(
        "{'job':'"
            + urn
            + "','trace_id':'"
            + trace
            + "','data':"
            + data
            + ",'meta':{'id':'"
            + id
            + "','queue':'customers','lang':'java','schema_version':1,'created_at':"
            + ChainOutput.NOW
            + "},'attempts':0}");
  }

  static ChainCase extract() {
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
            + "'payload':{'payment_id':'"
            + id
            + "','amount':"
            + amount
            + ",'currency':'"
            + currency
            + "','order_id':"
            + order
            + ",'created_at':1749132727000}}");
  }

  static ChainCase annotate() {
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
            "'attempts':"
                + attempts
                + ",'dead_letter':{"
                + why
                + ",'failed_at':"
                + ChainOutput.NOW
                + ",'original_queue':'orders','attempts':"
                + attempts
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

  static ChainCase meshToEnvelopes() {
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
}
