import Shared
import Testing

@testable import PushServer

/// What becomes of a stored invitation when its account gets a password.
@Suite(.timeLimit(.minutes(5)))
struct InvitationStoreTests {
    private let secret = TokenHash(bytes: [1])
    private let password = PasswordHash(text: "y")

    /// Somebody who has found an old link could otherwise undo a password that was set to shut them out.
    @Test(arguments: StoreKind.all) func aNewPasswordEndsTheUnusedInvitationOfItsAccountOnly(
        _ kind: StoreKind
    ) async throws {
        try await withStore(kind) { store, ada, _ in
            let bobs = TokenHash(bytes: [2])
            try await store.invite("bob", bobs, decoy: password)
            // By the operator, then by the user.
            for current in [nil, password] {
                try await store.invite("Ada", secret, decoy: password)
                _ = try await store.setPassword(password, of: ada, replacing: current, signingOut: .nobody)
                let ended = try await store.invitation(secret)
                #expect(ended == nil)
                let joined = try await store.redeem(
                    secret,
                    password: PasswordHash(text: "thief's"),
                    device: "thief",
                    TokenHash(bytes: [3]),
                    at: "203.0.113.1"
                )
                #expect(joined == nil)
            }
            let kept = try await store.invitation(bobs)
            #expect(kept?.account.name.text == "bob")
        }
    }

    /// Otherwise each invitation that a machine uses would leave a device that nobody can sign in as.
    @Test(arguments: StoreKind.all) func aDeviceThatShowsItsTokenStaysTheSameOne(_ kind: StoreKind) async throws {
        try await withStore(kind) { store, _, _ in
            func join(_ name: UserName, _ token: UInt8, showing shown: UInt8?) async throws -> DeviceID {
                let secret = TokenHash(bytes: [100 + token])
                try await store.invite(name, secret, decoy: password)
                let joined = try await store.redeem(
                    secret,
                    password: password,
                    device: "laptop",
                    TokenHash(bytes: [token]),
                    showing: shown.map { TokenHash(bytes: [$0]) },
                    at: "192.0.2.1"
                )
                return try #require(joined).device
            }
            let first = try await join("Ada", 1, showing: nil)
            let second = try await join("Ada", 2, showing: 1)
            #expect(second == first)
            let standing = try await store.standing(of: TokenHash(bytes: [2]))
            #expect(standing?.device == first)
            let others = try await join("bob", 3, showing: 2)
            #expect(others != first, "the token of another user names no device of this one")
        }
    }

    @Test(arguments: StoreKind.all) func anInvitationThatSetThePasswordIsKnownAsUsed(_ kind: StoreKind) async throws {
        try await withStore(kind) { store, ada, _ in
            try await store.invite("Ada", secret, decoy: password)
            let joined = try await store.redeem(
                secret,
                password: password,
                device: "laptop",
                TokenHash(bytes: [3]),
                at: "192.0.2.1"
            )
            #expect(joined?.account.id == ada)
            _ = try await store.setPassword(password, of: ada, replacing: password, signingOut: .nobody)
            let used = try await store.invitation(secret)
            #expect(used?.refusal(at: MarketTime(seconds: 1)) == .invitationUsed)
        }
    }
}
