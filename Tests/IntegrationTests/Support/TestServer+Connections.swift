@testable import PushServer

extension TestServer {
    /// The number of connections now. A read of each event loop comes after the connections that were on their way to
    /// it.
    var connections: Int {
        get async throws {
            var sum = 0
            for shard in server.shards { sum += try await shard.read { $0.counters.connections } }
            return sum
        }
    }

    /// Returns when there are this many connections.
    func untilConnections(_ wanted: Int) async throws {
        while try await connections != wanted { await Task.yield() }
    }
}
