import NIOConcurrencyHelpers
import NIOCore
import Shared
import Testing

@testable import PushServer

/// Someone who guesses a password on real connections does not hinder its owner.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct GuessingTests {
    private func login(
        _ name: String,
        _ password: String,
        showing token: [UInt8]? = nil,
        from address: String,
        _ server: TestServer
    ) async throws -> ServerFrame? {
        let hello = Hello(
            clientName: "test",
            clientVersion: "1",
            deviceName: "test",
            clientID: ClientID(high: 1, low: 2),
            credentials: .password(name: name, password: password, formerToken: token),
            withoutMarket: true
        )
        var buffer = ByteBuffer()
        ClientFrame.hello(hello).write(into: &buffer)
        return try await RawClient.answers(
            to: Array(buffer.readableBytesView),
            port: server.port,
            pin: server.server.pin,
            from: address,
            endingAfter: 1
        ).first
    }

    private func code(_ frame: ServerFrame?) -> CloseCode? {
        if case .close(let close)? = frame { close.code } else { nil }
    }

    private func isWelcome(_ frame: ServerFrame?) -> Bool {
        if case .welcome? = frame { true } else { false }
    }

    /// The server has restarted when the guesses come.
    @Test func aHundredAddressesThatGuessDoNotKeepTheOwnerOut() async throws {
        try await withTemporaryDirectory { directory in
            let token = try await withServer(in: directory) { server in
                let welcome = try await login("ada", "secret of ada", from: "127.0.0.2", server)
                guard case .welcome(let welcome)? = welcome else { throw Unwelcome() }
                return try #require(welcome.token)
            }
            try await withServer(in: directory) { server in
                var codes: Set<CloseCode?> = []
                for number in 1...100 {
                    codes.insert(code(try await login("ada", "guess \(number)", from: "127.0.1.\(number)", server)))
                }
                #expect(codes == [.badLogin, .tooManyLogins])
                let stranger = try await login("ada", "secret of ada", from: "127.0.0.3", server)
                #expect(code(stranger) == .tooManyLogins)
                let known = try await login("ada", "secret of ada", from: "127.0.0.2", server)
                #expect(isWelcome(known), "\(String(describing: known))")
                let device = try await login("ada", "secret of ada", showing: token, from: "127.0.0.3", server)
                #expect(isWelcome(device), "\(String(describing: device))")
            }
        }
    }

    @Test func onePersonsTyposLockNobodyElseAtTheirAddress() async throws {
        try await withTemporaryDirectory { directory in
            let time = NIOLockedValueBox(MarketTime.now)
            try await withServer(in: directory, users: ["ada", "bob"], time: time) { server in
                // Each is looked at, for it comes after its wait. An address where nobody has signed in has 20 names.
                for _ in 0..<25 {
                    let answer = try await login("ada", "typo", from: "127.0.0.2", server)
                    guard case .close(let close)? = answer else { throw Unwelcome() }
                    #expect(close.code == .badLogin)
                    time.withLockedValue { $0 = $0.adding(close.retryAfter) }
                }
                let bob = try await login("bob", "secret of bob", from: "127.0.0.2", server)
                #expect(isWelcome(bob), "\(String(describing: bob))")
            }
        }
    }

    /// A name with more text after a NUL used to be another name to the throttle and the same name to the store.
    @Test func aNameThatCannotBeOneGetsNoGuesses() async throws {
        try await withTemporaryDirectory { directory in
            try await withServer(in: directory) { server in
                for ending in ["\u{0}", "\u{0}x", "\n", "\u{7F}"] {
                    let answer = try await login("ada" + ending, "secret of ada", from: "127.0.0.2", server)
                    #expect(code(answer) == .badLogin)
                }
                let owner = try await login("ada", "secret of ada", from: "127.0.0.2", server)
                #expect(isWelcome(owner))
            }
        }
    }
}

private struct Unwelcome: Error {}
