#if os(Linux)
    import Foundation
    import NIOCore
    import NIOPosix
    import Shared
    import TestSupport
    import Testing

    @testable import TerminalClient

    @Suite(.timeLimit(.minutes(5)))
    struct ServerChannelTests {
        /// As behind a firewall that drops packets.
        @Test func whoIsCancelledDoesNotWaitForASilentHost() async throws {
            // Nothing accepts this listener's connections. Once its queue is full, Linux drops further requests.
            let port = try LoopbackPort.reserve()
            let host = try #require(LoopbackPort.listener(on: port, backlog: 0))
            let others = (0..<4).compactMap { _ in LoopbackPort.connecting(to: port) }
            defer { for descriptor in others + [host] { close(descriptor) } }
            while try Self.requests(to: port) == 0 { try await Self.pause() }
            let before = try Self.requests(to: port)
            let node = ServerAddress.Node(host: "127.0.0.1", port: port)
            let tls = try TLSContext.client(trust: .system, alpn: "tickwire/1")
            // Unstructured, so that the test can cancel it alone.
            let opening = Task {
                let group = MultiThreadedEventLoopGroup.singleton
                return try await ServerChannel.open(to: node, over: .tls(tls), within: .hours(1), group: group)
            }
            while try Self.requests(to: port) == before { try await Self.pause() }
            opening.cancel()
            await #expect(throws: ConnectionError.self) { _ = try await opening.value }
        }

        private static func pause() async throws {
            try Task.checkCancellation()
            await Task.yield()
        }

        /// How many sockets have asked this port of 127.0.0.1 for a connection and wait (SYN_SENT in /proc/net/tcp).
        private static func requests(to port: Int) throws -> Int {
            let hexadecimal = String(port, radix: 16, uppercase: true)
            let peer = "0100007F:" + String(repeating: "0", count: 4 - hexadecimal.count) + hexadecimal
            // Other tests may leave thousands of lines, so they are not split.
            let (sockets, wanted) = (try Data(contentsOf: URL(filePath: "/proc/net/tcp")), Data(" \(peer) 02 ".utf8))
            var (count, rest) = (0, sockets.startIndex..<sockets.endIndex)
            while let found = sockets.range(of: wanted, in: rest) {
                count += 1
                rest = found.upperBound..<sockets.endIndex
            }
            return count
        }
    }
#endif
