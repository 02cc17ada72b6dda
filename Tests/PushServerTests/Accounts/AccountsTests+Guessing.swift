import Dispatch
import Foundation
import GRDB
import Logging
import NIOConcurrencyHelpers
import NIOCore
import NIOPosix
import Shared
import TestSupport
import Testing

@testable import PushServer

/// The limits for people who guess passwords, and the owner's protection from them.
extension AccountsTests {
    func refusal(
        _ name: String,
        password: String = "?",
        _ number: Int,
        _ accounts: Accounts
    ) async -> CloseCode? {
        let visitor = Visitor(connection: ConnectionID(rawValue: 8), address: "198.51.100.\(number)")
        do throws(Close) {
            _ = try await accounts.signIn(.password(name: name, password: password), device: "", from: visitor)
            return nil
        } catch {
            return error.code
        }
    }

    /// SQLite reads a name up to its first NUL.
    @Test(arguments: ["ada\u{0}", "ada\u{0}1", "ada\n", "\u{200B}ada", "\u{212A}"])
    func whatCannotBeANameIsNobodysAndIsRefusedBeforeItsPasswordIsCompared(name: String) async throws {
        try await withAccounts { stage in
            for number in 0..<30 {
                let code = await refusal(name, password: "secret", number, stage.accounts)
                #expect(code == .badLogin)
            }
            // No failure was counted for the name.
            #expect(await refusal("ada", password: "secret", 31, stage.accounts) == nil)
        }
    }

    @Test func manyAddressesGetTheSameAnswerForKnownAndUnknownNames() async throws {
        try await withAccounts { stage in
            var answers: [String: [CloseCode?]] = [:]
            for name in ["ada", "nobody"] {
                for number in 0..<30 { answers[name, default: []].append(await refusal(name, number, stage.accounts)) }
            }
            #expect(answers["ada"]?.prefix(20).allSatisfy { $0 == .badLogin } == true)
            #expect(answers["ada"]?.last == .tooManyLogins)
            #expect(answers["ada"] == answers["nobody"])
        }
    }

    @Test func whileStrangersGuessTheTokenSignsInAndSoDoesThePasswordFromItsAddress() async throws {
        try await withAccounts { stage in
            let token = try #require(
                try await stage.accounts.signIn(login, device: "laptop", from: visitor).newToken
            )
            for number in 0..<30 { _ = await refusal("ada", number, stage.accounts) }
            _ = try await stage.accounts.signIn(.token(token.bytes), device: "laptop", from: visitor)
            _ = try await stage.accounts.signIn(login, device: "phone", from: visitor)
        }
    }

    @Test func aDecoyCostsAsMuchAsAPasswordAndMatchesNothing() throws {
        let decoy = PasswordHash.decoy(cost: .cheap)
        let real = try PasswordHash(password: "", cost: .cheap)
        #expect(decoy.text.split(separator: "$").prefix(4) == real.text.split(separator: "$").prefix(4))
        #expect(decoy.text.utf8.count == real.text.utf8.count)
        let isRight = try decoy.matches("")
        #expect(!isRight)
    }

    /// All hashing threads are busy until the body calls `release`.
    func withoutHashing(_ body: (Accounts, _ release: () -> Void) async -> Void) async throws {
        let (hashing, gate, held) = (HashingThreads(), DispatchSemaphore(value: 0), NIOLockedValueBox(0))
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let accounts = Accounts(
            store: StubStore(),
            cost: .cheap,
            clock: TestClock(),
            now: { MarketTime(seconds: 1) },
            logger: logger,
            hashing: hashing
        ) { _ in }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<HashingThreads.count {
                group.addTask {
                    try await hashing.run {
                        held.withLockedValue { $0 += 1 }
                        gate.wait()
                    }
                }
            }
            while held.withLockedValue({ $0 }) < HashingThreads.count { await Task.yield() }
            await body(accounts) { for _ in 0..<HashingThreads.count { gate.signal() } }
            try await group.waitForAll()
        }
        await accounts.shutdown()
    }

    @Test func loginsThatWouldWaitTooLongAreTurnedAway() async throws {
        try await withoutHashing { accounts, release in
            let codes = await withTaskGroup(of: CloseCode?.self) { group in
                for number in 0..<64 { group.addTask { await refusal("user\(number)", number, accounts) } }
                while await accounts.checksUnderWay < 64 { await Task.yield() }
                let one = await refusal("another", 64, accounts)
                #expect(one == Close.busy.code)
                release()
                return await group.reduce(into: []) { $0.append($1) }
            }
            #expect(codes == [CloseCode?](repeating: .badLogin, count: 64))
            let later = await refusal("later", 65, accounts)
            #expect(later == .badLogin)
        }
    }

    /// Otherwise, guesses that are not even checked would keep everybody out.
    @Test func aGuessThatComesTooEarlyTakesNoPlace() async throws {
        try await withoutHashing { accounts, release in
            await withTaskGroup(of: Void.self) { group in
                for number in 0..<64 {
                    let isGuess = number < 3
                    group.addTask {
                        _ = await refusal(isGuess ? "ada" : "user\(number)", isGuess ? 0 : number, accounts)
                    }
                }
                while await accounts.checksUnderWay < 64 { await Task.yield() }
                let early = await refusal("ada", 0, accounts)
                #expect(early == .tooManyLogins)
                release()
            }
        }
    }
}
