import NIOCore
import NIOPosix
import TestSupport
import Testing

struct LoopbackPortTests {
    #if os(Linux)
        @Test func whileAServerIsAwayNobodyElseGetsItsPort() async throws {
            let port = try LoopbackPort.reserve()
            for _ in 1...2 {
                let server = try await listen(on: port, reuse: true)
                try await server.close()
                await #expect(throws: (any Error).self) {
                    let other = try await listen(on: port, reuse: false)
                    try await other.close()
                }
            }
        }

        private func listen(on port: Int, reuse: Bool) async throws -> any Channel {
            try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
                .serverChannelOption(.socketOption(.so_reuseaddr), value: reuse ? 1 : 0)
                .bind(host: "127.0.0.1", port: port).get()
        }
    #endif
}
