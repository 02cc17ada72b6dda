import Testing

@testable import PushServer

/// What a server says about one of its metrics.
struct ServerMetric {
    let name: String
    let help: String
    let type: String

    /// The names under which its values are kept.
    var series: [String] { (type == "histogram" ? ["_bucket", "_sum", "_count"] : [""]).map { name + $0 } }

    /// Those of a server that stands alone, and of a node.
    static func all() async throws -> [Self] {
        let alone = try await withTemporaryDirectory { directory in
            let server = try await ServerBinary.start(in: directory, port: 0)
            let metrics = try await server.metrics()
            await server.stop()
            return metrics
        }
        return try await (alone + metricsOfANode()).matches(of: /# HELP (\S+) (.*)\n# TYPE \S+ (\S+)\n/).map {
            Self(name: String($0.output.1), help: String($0.output.2), type: String($0.output.3))
        }
    }

    @MainActor
    private static func metricsOfANode() async throws -> String {
        var metrics = ""
        try await TestFleet.with { fleet in
            let node = try await fleet.start()
            metrics = try await RawClient.metrics(port: try #require(node.server.adminAddress?.port))
        }
        return metrics
    }
}
