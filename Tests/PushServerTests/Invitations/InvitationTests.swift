import Foundation
import GRDB
import Logging
import NIOConcurrencyHelpers
import Shared
import TestSupport
import Testing

@testable import PushServer

@Suite(.timeLimit(.minutes(5)))
struct InvitationTests {
    private struct Stage {
        let accounts: Accounts
        let store: SQLiteUserStore
        let administration: UserAdministration
        let time: NIOLockedValueBox<MarketTime>

        func join(
            _ secret: [UInt8],
            _ password: String = "chosen by bob",
            from address: String = "192.0.2.1"
        ) async throws
            -> Accounts.SignIn
        {
            try await accounts.signIn(
                .invitation(secret: secret, password: password),
                device: "laptop",
                from: Visitor(connection: ConnectionID(rawValue: 7), address: address)
            )
        }

        func logIn(_ password: String) async throws -> Accounts.SignIn {
            try await accounts.signIn(
                .password(name: "bob", password: password),
                device: "phone",
                from: Visitor(connection: ConnectionID(rawValue: 8), address: "192.0.2.1")
            )
        }

        func pass(_ time: Duration) { self.time.withLockedValue { $0 = $0.adding(time) } }
    }

    private func withStage(_ body: (Stage) async throws -> Void) async throws {
        let path = NSTemporaryDirectory() + "/tickwire-invitations-\(UUID().uuidString).sqlite"
        defer { for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) } }
        let time = NIOLockedValueBox(MarketTime(seconds: 1_800_000_000))
        let now = { @Sendable in time.withLockedValue { $0 } }
        let store = try SQLiteUserStore(path: path, limits: SessionLimits(), now: now)
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let accounts = Accounts(store: store, cost: .cheap, clock: TestClock(), now: now, logger: logger) { _ in }
        let administration = UserAdministration(store: store, cost: .cheap)
        try await body(Stage(accounts: accounts, store: store, administration: administration, time: time))
        await accounts.shutdown()
        try store.close()
    }

    @Test func anInvitedUserChoosesAPasswordAndIsSignedIn() async throws {
        try await withStage { stage in
            let secret = try await stage.administration.invite(name: "bob")
            let signIn = try await stage.join(secret)
            #expect(signIn.account.name.text == "bob")
            let token = try #require(signIn.newToken)
            #expect(try await stage.store.standing(of: token.hash)?.account == signIn.account)
            #expect(try await stage.logIn("chosen by bob").account == signIn.account)
        }
    }

    @Test func itWorksOnceAndSaysSo() async throws {
        try await withStage { stage in
            let secret = try await stage.administration.invite(name: "bob")
            _ = try await stage.join(secret)
            await #expect(throws: Close.invitationUsed) { try await stage.join(secret, "chosen by eve") }
            await #expect(throws: Close.self) { try await stage.logIn("chosen by eve") }
        }
    }

    @Test func ifManyUseItAtOnceOneSucceeds() async throws {
        try await withStage { stage in
            let secret = try await stage.administration.invite(name: "bob")
            let joined = await withTaskGroup(of: Bool.self) { group in
                for number in 0..<8 {
                    group.addTask { (try? await stage.join(secret, "chosen by \(number)")) != nil }
                }
                return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
            }
            #expect(joined == 1)
        }
    }

    @Test func itExpiresAfterADayAndSaysSo() async throws {
        try await withStage { stage in
            let secret = try await stage.administration.invite(name: "bob")
            stage.pass(.seconds(86_401))
            await #expect(throws: Close.invitationExpired) { try await stage.join(secret) }
        }
    }

    @Test func anotherInvitationReplacesItAndKeepsTheUsersData() async throws {
        try await withStage { stage in
            try await stage.administration.add(name: "bob", password: "first of bob")
            let before = try await stage.logIn("first of bob")
            let first = try await stage.administration.invite(name: "bob")
            let second = try await stage.administration.invite(name: "bob")
            #expect(
                try await stage.logIn("first of bob").account == before.account,
                "it is good until another is chosen"
            )
            await #expect(throws: Close.self) { try await stage.join(first) }
            #expect(try await stage.join(second).account == before.account)
            #expect(try await stage.store.standing(of: before.tokenHash) != nil)
        }
    }

    @Test func aPasswordThatIsTooShortDoesNotUseItUp() async throws {
        try await withStage { stage in
            let secret = try await stage.administration.invite(name: "bob")
            await #expect(throws: Close.newPassword(.tooShort(characters: 5))) { try await stage.join(secret, "short") }
            _ = try await stage.join(secret)
        }
    }

    @Test func withoutAPasswordItIsJudgedAndNotUsedUp() async throws {
        try await withStage { stage in
            let secret = try await stage.administration.invite(name: "bob")
            await #expect(throws: Close.passwordNeeded) { try await stage.join(secret, "") }
            _ = try await stage.join(secret)
            await #expect(throws: Close.invitationUsed) { try await stage.join(secret, "") }
        }
    }

    @Test func nobodyHearsAboutAPasswordForALinkThatIsNoLongerValid() async throws {
        try await withStage { stage in
            let secret = try await stage.administration.invite(name: "bob")
            stage.pass(.seconds(86_401))
            await #expect(throws: Close.invitationExpired) { try await stage.join(secret, "short") }
        }
    }

    @Test(arguments: ["", "short"]) func aLinkThatIsShownAgainAndAgainForgivesNoGuess(password: String) async throws {
        try await withStage { stage in
            let secret = try await stage.administration.invite(name: "bob")
            var codes: [CloseCode] = []
            for number in 0..<4 {
                do { _ = try await stage.join([UInt8](repeating: UInt8(number), count: 16)) } catch let close as Close {
                    codes.append(close.code)
                }
                await #expect(throws: Close.self) { try await stage.join(secret, password) }
            }
            #expect(codes == [.badLogin, .badLogin, .badLogin, .tooManyLogins])
        }
    }

    @Test func guessesWaitLikeWrongPasswordsAndDelayNobodyElse() async throws {
        try await withStage { stage in
            let secret = try await stage.administration.invite(name: "bob")
            var codes: [CloseCode] = []
            for number in 0..<4 {
                do { _ = try await stage.join([UInt8](repeating: UInt8(number), count: 16)) } catch let close as Close {
                    codes.append(close.code)
                }
            }
            #expect(codes == [.badLogin, .badLogin, .badLogin, .tooManyLogins])
            await #expect(throws: Close.self, "from there, a right one waits as well") { try await stage.join(secret) }
            _ = try await stage.join(secret, from: "192.0.2.2")
        }
    }

    @Test func theStoreKeepsNoSecret() async throws {
        try await withStage { stage in
            let secret = try await stage.administration.invite(name: "bob")
            let rows = try await stage.store.pool.read { db in
                try Data.fetchAll(db, sql: "SELECT hash FROM invitation")
            }
            #expect(rows == [Data(SHA256.hash(secret))])
        }
    }
}
