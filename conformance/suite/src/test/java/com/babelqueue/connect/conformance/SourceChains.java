package com.babelqueue.connect.conformance;

import static com.babelqueue.connect.conformance.ChainTexts.ID;
import static com.babelqueue.connect.conformance.ChainTexts.TRACE;
import static com.babelqueue.connect.conformance.ChainTexts.envelope;
import static com.babelqueue.connect.conformance.ChainTexts.json;
import static com.babelqueue.connect.conformance.ChainTexts.out;
import static com.babelqueue.connect.conformance.ChainTexts.projected;

import java.util.List;
import java.util.stream.Stream;

/** What the chains of source connectors in {@code config-examples} make of records. */
final class SourceChains {
  private SourceChains() {}

  static ChainCase validateAndRoute() {
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

  static ChainCase envelopesToMesh() {
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

  static ChainCase mirror() {
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
}
