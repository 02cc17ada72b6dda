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
            while !others.contains(where: Self.isRequesting) { try await Self.pause() }
            let node = ServerAddress.Node(host: "127.0.0.1", port: port)
            let tls = try TLSContext.client(trust: .system, alpn: "tickwire/1")
            // Unstructured, so that the test can cancel it alone.
            let opening = Task {
                let group = MultiThreadedEventLoopGroup.singleton
                return try await ServerChannel.open(to: node, over: .tls(tls), within: .hours(1), group: group)
            }
            let known = Set(others)
            while !(0..<CInt(1024)).contains(where: { !known.contains($0) && Self.isRequesting($0) }) {
                try await Self.pause()
            }
            opening.cancel()
            await #expect(throws: ConnectionError.self) { _ = try await opening.value }
        }

        private static func pause() async throws {
            try Task.checkCancellation()
            await Task.yield()
        }

        /// Whether a socket has asked for a connection and waits for the answer (SYN_SENT, the first byte of tcp(7)'s
        /// TCP_INFO). The kernel's table of all sockets would tell, too, but may have so many that a look takes seconds.
        private static func isRequesting(_ descriptor: CInt) -> Bool {
            var (state, size) = (UInt8(0), socklen_t(1))
            return getsockopt(descriptor, CInt(IPPROTO_TCP), TCP_INFO, &state, &size) == 0 && state == 2
        }
    }
#endif
