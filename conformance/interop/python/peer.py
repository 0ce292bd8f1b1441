"""A producer and a worker on the official Python SDK, for the tests beside it.

    peer.py versions
    peer.py produce  --url URL --queue QUEUE            one JSON order a line on standard input
    peer.py consume  --url URL --queue QUEUE --runs N   runs a handler N times
    peer.py abandon  --url URL --queue QUEUE --runs N   takes and hands back, Service Bus only
    peer.py reinject --url URL --queue TOPIC --runs N   the SDK's own re-injector, Kafka only
    peer.py redrive  --url URL --queue DLQ --runs N     the SDK's own redrive

Each command prints one JSON object a line and ends after N runs or --seconds, whichever comes
first. The exit status is 0 when all runs were seen, 3 when the time was over before.
"""

import argparse
import json
import os
import sys
import time
from importlib import metadata

from babelqueue import BabelQueue, EnvelopeCodec, headers_from_context
from babelqueue.redrive import redrive
from babelqueue.transport import make_transport

CLIENTS = (
    "azure-servicebus",
    "babelqueue",
    "boto3",
    "confluent-kafka",
    "pika",
    "pulsar-client",
    "python-qpid-proton",
    "redis",
)
TIME_IS_OVER = 3


def show(**line):
    print(json.dumps(line, ensure_ascii=False), flush=True)


def tiers(text):
    return [int(part) for part in text.split(",") if part]


def transport_of(options):
    """The SDK's transport for the URL, with the settings that a URL cannot carry."""
    scheme = options.url.split("://", 1)[0]
    if scheme == "kafka":
        from babelqueue.kafka_transport import KafkaTransport

        return KafkaTransport(
            options.url, group_id=options.group, retry_tiers_ms=tiers(options.tiers) or None
        )
    if scheme == "pulsar":
        import pulsar
        from babelqueue.pulsar_transport import PulsarTransport

        return PulsarTransport(
            client=pulsar.Client(options.url, logger=pulsar.ConsoleLogger(pulsar.LoggerLevel.Error)),
            subscription=options.group,
            initial_position=pulsar.InitialPosition.Earliest,
        )
    if scheme == "sb":
        from babelqueue.asb_transport import AsbTransport

        return AsbTransport(connection_string=os.environ["AZURE_SERVICEBUS_CONNECTION_STRING"])
    return make_transport(options.url)


def wait_of(options):
    """How long one look into the queue may take: pika sleeps that long when there is nothing."""
    return 0.2 if options.url.startswith("amqp") else 1.0


def versions(_options):
    found = {}
    for client in CLIENTS:
        try:
            found[client] = metadata.version(client)
        except metadata.PackageNotFoundError:
            found[client] = None
    show(**found)
    return 0


def produce(options):
    transport = transport_of(options)
    app = BabelQueue(transport=transport, queue=options.queue)
    for text in sys.stdin:
        order = json.loads(text)
        message_id = None
        if "body" in order:
            transport.publish(options.queue, order["body"])
        elif "attempts" in order or "delay_ms" in order:
            envelope = EnvelopeCodec.make(
                order["urn"], order["data"], queue=options.queue, trace_id=order["trace_id"]
            )
            envelope["attempts"] = order.get("attempts", 0)
            body = EnvelopeCodec.encode(envelope)
            if "delay_ms" in order:
                transport.publish_delayed(options.queue, body, order["delay_ms"])
            else:
                transport.publish(options.queue, body)
            message_id = envelope["meta"]["id"]
        else:
            message_id = app.publish_with_headers(
                order["urn"],
                order["data"],
                order.get("headers", {}),
                trace_id=order["trace_id"],
            )
        show(id=message_id)
    transport.close()
    return 0


def consume(options):
    transport = transport_of(options)
    app = BabelQueue(
        transport=transport,
        queue=options.queue,
        max_attempts=options.max_attempts,
        dead_letter=options.dead_letter,
    )
    runs = 0

    def handle(data, meta, envelope):
        nonlocal runs
        runs += 1
        fails = envelope["attempts"] < options.fail_below
        show(
            urn=EnvelopeCodec.urn(envelope),
            data=data,
            trace_id=envelope["trace_id"],
            id=meta["id"],
            attempts=envelope["attempts"],
            headers=dict(headers_from_context() or {}),
            failed=fails,
        )
        if fails:
            raise RuntimeError("failed on request")

    for urn in options.urn:
        app.register(urn, handle)
    deadline = time.monotonic() + options.seconds
    while runs < options.runs and time.monotonic() < deadline:
        app.consume(max_messages=1, timeout=wait_of(options), handle_signals=False)
    transport.close()
    return 0 if runs >= options.runs else TIME_IS_OVER


def abandon(options):
    """Takes messages and hands them back to the broker, which counts that."""
    transport = transport_of(options)
    runs = 0
    deadline = time.monotonic() + options.seconds
    while runs < options.runs and time.monotonic() < deadline:
        received = transport.pop(options.queue, timeout=wait_of(options))
        if received is not None:
            transport.abandon(received)
            runs += 1
    transport.close()
    return 0 if runs >= options.runs else TIME_IS_OVER


def reinject(options):
    from babelqueue.kafka_retry import RetryReinjector

    carrier = RetryReinjector(
        options.url,
        work_topics=[options.queue],
        retry_tiers_ms=tiers(options.tiers),
        group_id=options.group,
        **{"auto.offset.reset": "earliest"},
    )
    runs = 0
    deadline = time.monotonic() + options.seconds
    while runs < options.runs and time.monotonic() < deadline:
        runs += carrier.run_once(timeout=0.2)
    carrier.close()
    show(reinjected=runs)
    return 0 if runs >= options.runs else TIME_IS_OVER


def redrive_all(options):
    transport = transport_of(options)
    runs = 0
    deadline = time.monotonic() + options.seconds
    while runs < options.runs and time.monotonic() < deadline:
        result = redrive(transport, options.queue, max=options.runs - runs, timeout=wait_of(options))
        for item in result.items:
            runs += 1
            show(
                id=item.message_id,
                trace_id=item.trace_id,
                urn=item.urn,
                reason=item.reason,
                to=item.to,
                redriven=item.redriven,
            )
    transport.close()
    return 0 if runs >= options.runs else TIME_IS_OVER


def main():
    commands = {
        "versions": versions,
        "produce": produce,
        "consume": consume,
        "abandon": abandon,
        "reinject": reinject,
        "redrive": redrive_all,
    }
    parser = argparse.ArgumentParser(description="A peer on the official Python SDK.")
    parser.add_argument("command", choices=commands)
    parser.add_argument("--url", help="the broker, as the SDK writes it")
    parser.add_argument("--queue", help="the queue, or the topic on Kafka")
    parser.add_argument("--urn", action="append", default=[], help="a URN to handle; repeatable")
    parser.add_argument("--runs", type=int, default=1, help="how many runs to see")
    parser.add_argument("--seconds", type=float, default=60.0, help="how long to wait for them")
    parser.add_argument("--group", default="babelqueue", help="consumer group or subscription")
    parser.add_argument("--tiers", default="", help="retry tiers on Kafka in ms, comma-separated")
    parser.add_argument("--max-attempts", type=int, default=3)
    parser.add_argument("--dead-letter", action="store_true", help="dead-letter what fails too often")
    parser.add_argument(
        "--fail-below", type=int, default=0, help="fail while attempts is below this number"
    )
    options = parser.parse_args()
    return commands[options.command](options)


if __name__ == "__main__":
    sys.exit(main())
