import Foundation
import Shared
import Testing

@testable import TerminalClient

struct ProfileTests {
    private let server = ServerAddress(host: "prices.example.com", port: 7443)

    private func withProfile(_ body: (Profile, String) throws -> Void) throws {
        let directory = NSTemporaryDirectory() + "/tickwire-profile-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: directory) }
        try body(Profile(directory: directory), directory)
    }

    private func mode(_ path: String) throws -> Int {
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        return try #require(attributes[.posixPermissions] as? Int)
    }

    @Test func aTokenIsKeptForItsServerAndOnlyItsOwnerCanReadIt() throws {
        try withProfile { profile, directory in
            try profile.remember(token: [1, 2, 3], of: "ada", for: server)
            let (login, last, name) = (
                try profile.login(for: server), try profile.lastServer(), try profile.userName(.token([1]), at: server)
            )
            #expect(login == StoredLogin(token: [1, 2, 3], user: "ada"))
            #expect(last == server)
            #expect(name == "ada")
            let other = try profile.login(for: ServerAddress(host: "other", port: 1))
            #expect(other == nil)
            let (file, folder) = (try mode(directory + "/token-prices.example.com-7443"), try mode(directory))
            #expect(file == 0o600)
            #expect(folder == 0o700)
            profile.forgetToken([1, 2, 3], for: server)
            let forgotten = try profile.login(for: server)
            #expect(forgotten == nil)
        }
    }

    @Test func anOldTokenNeitherForgetsNorReplacesANewerOne() throws {
        try withProfile { profile, _ in
            try profile.remember(token: [1], of: "ada", for: server)
            try profile.renew([1], as: [2], for: server)
            profile.forgetToken([1], for: server)
            try profile.renew([1], as: [3], for: server)
            let login = try profile.login(for: server)
            #expect(login == StoredLogin(token: [2], user: "ada"))
            profile.forgetToken([2], for: server)
            try profile.renew([2], as: [4], for: server)
            let none = try profile.login(for: server)
            #expect(none == nil, "who has logged out stays so")
        }
    }

    @Test func aLogoutForgetsOnlyItsOwnUsersLogin() throws {
        try withProfile { profile, _ in
            profile.forgetLogin(of: "ada", for: server)
            try profile.remember(token: [1], of: "Ada", for: server)
            try profile.renew([1], as: [2], for: server)
            profile.forgetLogin(of: "eve", for: server)
            let kept = try profile.login(for: server)
            #expect(kept?.token == [2])
            profile.forgetLogin(of: "ada", for: server)
            let gone = try profile.login(for: server)
            #expect(gone == nil)
        }
    }

    /// It no longer signs in, but it still proves to the server that the user who types the password is no stranger.
    @Test func aTokenThatWasRefusedIsShownWithTheNextPassword() throws {
        try withProfile { profile, directory in
            let login = Hello.Credentials.password(name: "Ada", password: "secret")
            func shown(to server: ServerAddress) -> [UInt8]? {
                guard case .password("Ada", "secret", let token) = profile.showingFormerToken(login, to: server) else {
                    return nil
                }
                return token
            }
            #expect(shown(to: server) == nil)
            try profile.remember(token: [1], of: "ada", for: server)
            #expect(shown(to: server) == [1])
            profile.forgetToken([1], for: server)
            let (forgotten, file) = (
                try profile.login(for: server), try mode(directory + "/former-token-prices.example.com-7443")
            )
            #expect(forgotten == nil)
            #expect(file == 0o600)
            #expect(shown(to: server) == [1])
            #expect(shown(to: ServerAddress(host: "other", port: 7443)) == nil)
            let other = Hello.Credentials.password(name: "eve", password: "secret")
            #expect(profile.showingFormerToken(other, to: server) == other, "it is another user's")
            #expect(profile.showingFormerToken(.token([9]), to: server) == .token([9]))
            profile.forgetLogin(of: "ada", for: server)
            #expect(shown(to: server) == nil, "who logs out leaves nothing behind")
        }
    }

    @Test func aTokenThatCannotBeKeptAsideIsStillForgotten() throws {
        try withProfile { profile, directory in
            try profile.remember(token: [1], of: "ada", for: server)
            // Nothing can take the place of a folder that is not empty.
            try FileManager.default.createDirectory(
                atPath: directory + "/former-token-prices.example.com-7443/full",
                withIntermediateDirectories: true
            )
            profile.forgetToken([1], for: server)
            let login = try profile.login(for: server)
            #expect(login == nil)
        }
    }

    /// Another process stores its own token after the old one was read and before the new one is written.
    @Test func aRenewalNeverReplacesANewerLogin() async throws {
        let directory = NSTemporaryDirectory() + "/tickwire-profile-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: directory) }
        let (profile, server) = (Profile(directory: directory), server)
        for round in 1...50 {
            try profile.remember(token: [1], of: "ada", for: server)
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try profile.renew([1], as: [2], for: server) }
                group.addTask { try profile.remember(token: [9], of: "ada", for: server) }
                try await group.waitForAll()
            }
            let login = try profile.login(for: server)
            #expect(login?.token == [9], "round \(round)")
        }
    }

    @Test func aRenewedTokenDoesNotChangeTheLastServer() throws {
        try withProfile { profile, _ in
            let other = ServerAddress(host: "other", port: 1)
            try profile.remember(token: [1], of: "ada", for: server)
            try profile.remember(token: [2], of: "ada", for: other)
            try profile.renew([1], as: [3], for: server)
            let last = try profile.lastServer()
            #expect(last == other)
        }
    }

    @Test func pendingChangesBelongToOneUserOfOneServer() throws {
        try withProfile { profile, _ in
            let ada = profile.pendingDirectory(of: "ada", at: server)
            #expect(ada == profile.pendingDirectory(of: "Ada", at: server))
            #expect(ada != profile.pendingDirectory(of: "bob", at: server))
            #expect(ada != profile.pendingDirectory(of: "ada", at: ServerAddress(host: "other", port: 7443)))
        }
    }

    @Test func theXDGFoldersAreUsedUnlessTheyAreRelative() {
        let named = Profile(environment: ["HOME": "/home/ada", "XDG_STATE_HOME": "/state", "XDG_DATA_HOME": "data"])
        #expect(named.pendingDirectory(of: "ada", at: server).hasPrefix("/state/tickwire/pending/"))
        #expect(named.knownServers.path == "/home/ada/.local/share/tickwire/known_servers")
    }

    @Test(arguments: [
        ("prices.example.com", "prices.example.com:7443"), ("localhost:1", "localhost:1"), ("[::1]:80", "[::1]:80"),
        ("[::1]", "[::1]:7443"),
    ])
    func addressesAreRead(text: String, address: String) {
        #expect(ServerAddress(text)?.description == address)
    }

    @Test(arguments: ["", ":7443", "host:", "host:0", "host:65536", "host:x"])
    func whatIsNoAddressIsRefused(text: String) { #expect(ServerAddress(text) == nil) }

    /// Prices would tell the next user of the machine little, but favorites and holdings tell much.
    @Test func aSignedOutUserLeavesNeitherTableNorCache() async throws {
        for isAsked in [true, false] {
            try withProfile { profile, _ in
                try profile.remember(token: [1], of: "ada", for: server)
                let cache = profile.cache(of: "Ada", at: server)
                let pending = profile.pendingDirectory(of: "ada", at: server)
                let other = profile.cache(of: "bob", at: server)
                for file in [cache.path, other.path, pending + "/table", pending + "/changes"] {
                    try SmallFile.makeFolder((file as NSString).deletingLastPathComponent)
                    try SmallFile.write([1], to: file)
                }
                if isAsked {
                    profile.forgetLogin(of: "ada", for: server)
                } else {
                    profile.forgetToken([1], for: server)
                }
                #expect(!SmallFile.exists(cache.path))
                #expect(!SmallFile.exists(pending + "/table"))
                #expect(SmallFile.exists(other.path), "it is another user's")
                #expect(SmallFile.exists(pending + "/changes"), "changes still wait for their user")
            }
        }
    }

    @Test func anOldTokenLeavesTheDataOfTheLoginThatReplacedIt() throws {
        try withProfile { profile, _ in
            try profile.remember(token: [2], of: "ada", for: server)
            let cache = profile.cache(of: "ada", at: server)
            try SmallFile.makeFolder((cache.path as NSString).deletingLastPathComponent)
            try SmallFile.write([1], to: cache.path)
            profile.forgetToken([1], for: server)
            #expect(SmallFile.exists(cache.path))
        }
    }

    @Test func anInvitationNeverReplacesAnotherTrustedKey() throws {
        let (own, other) = (try #require(PublicKeyPin.one), try #require(PublicKeyPin.other))
        let link = InvitationLink(server: server.description, pin: own, secret: [UInt8](repeating: 1, count: 16))
        try link.demandKey(of: .system, hasLogin: false, at: server)
        try link.demandKey(of: .pin(own), hasLogin: true, at: server)
        #expect(throws: InvitedKeyDiffers(server: server, expected: other, invited: own)) {
            try link.demandKey(of: .pin(other), hasLogin: false, at: server)
        }
        #expect(throws: InvitedKeyDiffers(server: server, expected: nil, invited: own)) {
            try link.demandKey(of: .system, hasLogin: true, at: server)
        }
    }

    @Test func aTryWhetherItCanBeWrittenLeavesNothingInTheProfile() throws {
        try withProfile { profile, directory in
            try profile.demandWritable()
            let names = try FileManager.default.contentsOfDirectory(atPath: directory)
            #expect(names.isEmpty)
            // The check's own file cannot be written: a folder that is not empty has its name.
            let folder = directory + "/write-check/full"
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            #expect(throws: ProfileError.self) { try profile.demandWritable() }
        }
    }

    @Test(arguments: [("/dev/null", SystemError.notAFolder), ("/dev/null/ada", .notAFolder), ("", .missing)])
    func aPathThatCannotBeAFolderIsNotBlamedOnItsOwner(path: String, reason: SystemError) {
        #expect(throws: ProfileError.unfit(path: path, reason: reason.description)) {
            try Profile(directory: path).remember(server: server)
        }
    }
}
