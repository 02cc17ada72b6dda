import NIOCore
import Testing

@testable import PushServer

@Suite struct DeliveryTimesTests {
    @Test func aTimeIsCountedInItsBucketAndAllLargerOnes() {
        var times = DeliveryTimes()
        times.record(.milliseconds(1))
        times.record(.microseconds(1001))
        times.record(.seconds(5))
        #expect(times.cumulative == [1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3])
    }

    @Test func loopsAreCountedTogether() {
        var (one, other) = (DeliveryTimes(), DeliveryTimes())
        one.record(.milliseconds(3))
        other.record(.milliseconds(300))
        #expect((one + other).cumulative == [0, 0, 1, 1, 1, 1, 1, 1, 2, 2, 2])
        #expect((one + other).sum == .milliseconds(303))
    }

    @Test func prometheusReadsThemInSeconds() {
        var times = DeliveryTimes()
        times.record(.milliseconds(150))
        var text = PrometheusText()
        text.histogram("delivery_seconds", "How long.", times)
        let lines = text.text.split(separator: "\n")
        #expect(lines.contains(#"tickwire_delivery_seconds_bucket{le="0.1"} 0"#))
        #expect(lines.contains(#"tickwire_delivery_seconds_bucket{le="0.2"} 1"#))
        #expect(
            lines.suffix(3) == [
                #"tickwire_delivery_seconds_bucket{le="+Inf"} 1"#, "tickwire_delivery_seconds_sum 0.15",
                "tickwire_delivery_seconds_count 1",
            ]
        )
    }
}
