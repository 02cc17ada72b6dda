import Logging
import MockMarket
import NIOConcurrencyHelpers
import NIOCore
import NIOPosix
import ServiceLifecycle
import Shared
import Testing

@testable import PushServer
@testable import TerminalClient

/// Passwords, tokens and removed users over real connections.
extension SessionTests {
    @Test func aWrongPasswordAndAnUnknownNameAreAnsweredAlike() async throws {
        try await withTestServer { server in
            var messages: Set<String> = []
            for credentials in [
                Hello.Credentials.password(name: "ada", password: "wrong"), .password(name: "eve", password: "wrong"),
            ] {
                let terminal = TestTerminal(target: server.target(credentials: credentials))
                let error = try await terminal.running { await terminal.untilStopped() }
                guard case .closed(let close)? = error else {
                    Issue.record("it ended with \(String(describing: error))")
                    return
                }
                #expect(close.code == .badLogin)
                messages.insert(close.message)
            }
            #expect(messages == ["Name or password is wrong."])
        }
    }

    @Test func wrongPasswordsMakeTheNextTryWaitButNotTheSignedInTerminal() async throws {
        // The clock stands still, so the wait after the third try is not over however long the tries take.
        let time = NIOLockedValueBox(MarketTime.now)
        try await withTemporaryDirectory { directory in
            try await withServer(in: directory, time: time) { server in
                let signedIn = server.terminal()
                try await signedIn.connected { await signedIn.untilReady() }
                let token = try #require(signedIn.token)
                let wrong = bytes(hello { $0.credentials = .password(name: "ada", password: "wrong") })
                var codes: [CloseCode?] = []
                for _ in 0..<4 { codes.append(try await closeCode(after: wrong, server)) }
                #expect(codes == [.badLogin, .badLogin, .badLogin, .tooManyLogins])
                let back = TestTerminal(target: server.target(credentials: .token(token)))
                try await back.connected { await back.untilReady() }
            }
        }
    }

    /// The error used to say that the server had stopped responding.
    @Test func anAnswerThatDoesNotComeOverALiveConnectionIsReportedAsThat() async throws {
        try await withTemporaryDirectory { directory in
            try await withServer(in: directory) { server in
                var target = server.target()
                target.withoutMarket = true
                var client = HeadlessClient(target: target, group: MultiThreadedEventLoopGroup.singleton)
                try await client.run { _ in
                    try await client.ready(market: false)
                    client.patience = .milliseconds(1)
                    await #expect(throws: ConnectionError.unanswered) { try await client.ready() }
                }
            }
        }
    }

    @Test func aTokenSignsInUntilItIsRevoked() async throws {
        try await withTestServer { server in
            let first = server.terminal()
            try await first.connected { await first.untilReady() }
            let token = try #require(first.token)
            let (second, third) = (
                TestTerminal(target: server.target(credentials: .token(token))),
                TestTerminal(target: server.target(credentials: .token(token)))
            )
            try await third.running {
                await third.untilReady()
                try await second.running {
                    await second.untilReady()
                    #expect(second.token == nil, "a token is shown once")
                    second.link.logOutRequested()
                    let error = await second.untilStopped()
                    #expect(error == .closed(.signedOut))
                }
                let error = await third.untilStopped()
                #expect(error == .closed(.signedOut), "every connection of the token ends")
            }
            let late = TestTerminal(target: server.target(credentials: .token(token)))
            let error = try await late.running { await late.untilStopped() }
            #expect(error == .closed(.signedOut))
        }
    }

    @Test func aUserWhomTheOperatorRemovesIsSignedOutAtOnceAndTheNextOfThatNameIsAnother() async throws {
        try await withTemporaryDirectory { directory in
            try await withServer(in: directory) { server in
                let terminal = server.terminal()
                try await terminal.running {
                    await terminal.untilReady()
                    let administration = try UserAdministration(dataDirectory: directory, cost: .cheap)
                    try await administration.remove(name: "ada")
                    try await administration.add(name: "ada", password: "secret of ada")
                    try await administration.close()
                    terminal.add(CoinID(1))
                    let error = await terminal.untilStopped()
                    #expect(error == .closed(.signedOut))
                }
                let next = server.terminal()
                try await next.connected {
                    await next.untilReady()
                    #expect(next.favorites.isEmpty)
                    #expect(next.user.version == 0)
                }
            }
        }
    }

    @Test func aRemovedUserWhoDoesNothingIsSignedOutToo() async throws {
        try await withTemporaryDirectory { directory in
            try await withServer(in: directory) { server in
                let terminal = server.terminal()
                try await terminal.running {
                    await terminal.untilReady()
                    let administration = try UserAdministration(dataDirectory: directory, cost: .cheap)
                    try await administration.remove(name: "ada")
                    try await administration.close()
                    let error = await terminal.untilStopped()
                    #expect(error == .closed(.signedOut))
                }
            }
        }
    }
}
