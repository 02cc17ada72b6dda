@testable import PushServer

extension TestServer {
    /// How many are there now. What was on its way to an event loop is there after a read of it.
    var connections: Int {
        get async throws {
            var sum = 0
            for shard in server.shards { sum += try await shard.read { $0.counters.connections } }
            return sum
        }
    }

    /// Returns when so many connections are there.
    func untilConnections(_ wanted: Int) async throws {
        while try await connections != wanted { await Task.yield() }
    }
}
