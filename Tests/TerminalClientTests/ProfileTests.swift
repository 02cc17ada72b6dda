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

    @Test func aTokenIsKeptForItsServerAndForNobodyElseToRead() throws {
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

    @Test func aLogoutForgetsItsUsersLoginAndNobodyElses() throws {
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

    /// Between looking at the old token and putting the new one in its place, another process had stored its own.
    @Test func aRenewalNeverReplacesALoginThatHasComeMeanwhile() async throws {
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

    @Test func aRenewedTokenDoesNotChangeWhichServerWasLoggedInToLast() throws {
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
}
