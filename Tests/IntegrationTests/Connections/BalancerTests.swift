import NIOCore
import Shared
import Testing

@testable import PushServer

/// Terminals that connect through a balancer, which passes on their addresses.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct BalancerTests {
    private static let hello: [UInt8] = {
        var bytes = ByteBuffer()
        ClientFrame.hello(
            Hello(
                clientName: "test",
                clientVersion: "1",
                deviceName: "test",
                clientID: ClientID(high: 1, low: 2),
                credentials: .password(name: "ada", password: "secret of ada")
            )
        )
        .write(into: &bytes)
        return Array(bytes.readableBytesView)
    }()

    private func header(of client: String) throws -> [UInt8] {
        let address = try #require(IPAddress(client)).bytes
        let family: UInt8 = address.count == 4 ? 0x11 : 0x21
        let rest = address + address + [0x9C, 0x40, 0x1D, 0x13]
        return ProxyHeader.signature + [0x21, family, 0, UInt8(rest.count)] + rest
    }

    private func withBalancedServer(
        connectionsPerAddress: Int = 100,
        _ body: @MainActor (TestServer) async throws -> Void
    ) async throws {
        try await withTemporaryDirectory { directory in
            let network = try IPNetwork("127.0.0.1")
            try await withServer(in: directory) {
                $0.proxies = [network]
                $0.limits.connectionsPerAddress = connectionsPerAddress
            } _: { server in
                try await body(server)
            }
        }
    }

    /// - Parameter body: runs while the client is connected.
    private func isWelcomed(
        by server: TestServer,
        after header: [UInt8] = [],
        from address: String = "127.0.0.1",
        _ body: @MainActor () async throws -> Void = {}
    ) async throws -> Bool {
        var isWelcome = false
        _ = try await RawClient.answers(
            to: Self.hello,
            after: header,
            port: server.port,
            pin: server.server.pin,
            from: address
        ) { frame in
            guard case .welcome = frame else { return true }
            isWelcome = true
            try await body()
            return false
        }
        return isWelcome
    }

    @Test func aTerminalCountsUnderTheAddressThatItsBalancerNames() async throws {
        try await withBalancedServer(connectionsPerAddress: 1) { server in
            let (first, second) = (try header(of: "192.0.2.1"), try header(of: "2001:db8::1"))
            let isWelcome = try await isWelcomed(by: server, after: first) {
                let isSecondWelcome = try await isWelcomed(by: server, after: first)
                #expect(!isSecondWelcome, "the address has its one connection")
                let isOtherWelcome = try await isWelcomed(by: server, after: second)
                #expect(isOtherWelcome, "this is another address")
            }
            #expect(isWelcome)
        }
    }

    @Test func aHeaderFromAnybodyElseEndsTheConnection() async throws {
        try await withBalancedServer { server in
            let header = try header(of: "192.0.2.1")
            let isWelcome = try await isWelcomed(by: server, after: header, from: "127.0.0.2")
            #expect(!isWelcome)
            let isWelcomeWithout = try await isWelcomed(by: server, from: "127.0.0.2")
            #expect(isWelcomeWithout, "without it, the client is served")
        }
    }

    @Test func aBalancerThatSendsNoHeaderIsClosed() async throws {
        try await withBalancedServer { server in
            let isWelcome = try await isWelcomed(by: server)
            #expect(!isWelcome)
        }
    }

    @Test func aNetworkThatIsNoneIsRefusedInWords() async throws {
        try await withShell { shell in
            let bad = try await shell.operate("run --proxy-from balancer.lan")
            bad.expectFailure("--proxy-from 'balancer.lan' is not an address or a network", status: 64)
        }
    }
}
