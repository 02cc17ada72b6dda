import Foundation
import Shared
import Testing

@testable import PushServer

/// The server refuses files that another user prepared. Root's commands run as the owner of the data.
@Suite(.timeLimit(.minutes(5)))
struct OwnershipTests {
    private static let isRoot = geteuid() == 0
    private static let stranger: uid_t = 65_534

    private func withData(_ body: (_ directory: String, _ data: String) async throws -> Void) async throws {
        try await withTemporaryDirectory { named in
            // The path as errors name it, without symbolic links.
            let directory = try TrustedPath().ownFolder(named)
            let administration = try UserAdministration(dataDirectory: directory + "/data", cost: .cheap)
            try await administration.add(name: "ada", password: "secret of ada")
            try await administration.close()
            try await body(directory, directory + "/data")
        }
    }

    private func owner(_ path: String) throws -> uid_t {
        var status = stat()
        try #require(lstat(path, &status) == 0, "\(path)")
        return status.st_uid
    }

    private func operate(_ words: String..., on data: String, sending text: String = "") async throws -> CommandRun {
        try await CommandRun("tickwire-server", words + ["--data", data], sending: text)
    }

    @Test(arguments: ["users.sqlite", "users.sqlite-wal", "tls-key.pem", "market"])
    func aLinkInTheDataFolderIsNotFollowed(name: String) async throws {
        try await withData { directory, data in
            let (file, victim) = (data + "/" + name, directory + "/victim")
            SmallFile.remove(file)
            try SmallFile.write(Array("untouched".utf8), to: victim)
            try #require(symlink(victim, file) == 0)
            let run = try await operate("run", "--listen", "127.0.0.1:0", "--admin", "off", on: data)
            run.expectFailure("\(file) is not a regular file")
            let kept = try SmallFile.read(victim)
            #expect(kept == Array("untouched".utf8))
        }
    }

    @Test func aFolderOrDatabaseThatOthersMayWriteToIsRefused() async throws {
        try await withData { _, data in
            for path in [data, data + "/users.sqlite"] {
                try #require(chmod(path, 0o777) == 0)
                for command in [["run", "--listen", "127.0.0.1:0", "--admin", "off"], ["user", "list"]] {
                    let run = try await CommandRun("tickwire-server", command + ["--data", data])
                    run.expectFailure("may write to \(path) (mode 777); run 'chmod go-w \(path)'")
                }
                try #require(chmod(path, 0o700) == 0)
            }
            try await operate("user", "list", on: data).expect("ada\n")
        }
    }

    @Test func aBackupFollowsNoLinkAndUsesNoNameThatCanBeForeseen() async throws {
        try await withData { directory, data in
            let (file, victim) = (directory + "/copy", directory + "/victim")
            try SmallFile.write(Array("untouched".utf8), to: victim)
            for path in [file, file + ".tmp", file + ".tmp-journal"] { try #require(symlink(victim, path) == 0) }
            try await operate("backup", file, on: data).expect("backed up to \(file)\n")
            let kept = try SmallFile.read(victim)
            #expect(kept == Array("untouched".utf8))
            var status = stat()
            #expect(lstat(file + ".tmp", &status) == 0 && status.st_mode & S_IFMT == S_IFLNK, "nobody looked at it")
            #expect(lstat(file, &status) == 0 && status.st_mode & 0o7777 == 0o600 && status.st_mode & S_IFMT == S_IFREG)
            let left = SmallFile.names(in: directory).filter { $0.hasPrefix(".tickwire") }
            #expect(left.isEmpty)
        }
    }

    @Test func aBackupGoesNowhereWhereOthersCouldChangeIt() async throws {
        try await withData { directory, data in
            let folder = directory + "/open"
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
            try #require(chmod(folder, 0o777) == 0)
            try await operate("backup", folder + "/copy", on: data).expectFailure("may write to \(folder) (mode 777)")
            #expect(SmallFile.names(in: folder).filter { !$0.hasPrefix(".") }.isEmpty)
        }
    }

    // MARK: As root

    private func give(_ data: String) throws {
        for path in [data] + SmallFile.names(in: data).filter({ !$0.hasPrefix(".") }).map({ data + "/" + $0 }) {
            try #require(chown(path, Self.stranger, Self.stranger) == 0)
        }
    }

    @Test(.enabled(if: isRoot, "only root can act as somebody else"))
    func whatRootDoesIsDoneAsTheOwnerOfTheData() async throws {
        try await withData { directory, data in
            try give(data)
            try await operate("user", "add", "bob", "--password-stdin", on: data, sending: "secret of bob\n").expect(
                "added bob\n"
            )
            try await operate("user", "list", on: data).expect("ada\nbob\n")
            for name in SmallFile.names(in: data) where !name.hasPrefix(".") {
                let owner = try owner(data + "/" + name)
                #expect(owner == Self.stranger, "\(name)")
            }
            // The owner may not write here, so the copy cannot be root's by mistake.
            try await operate("backup", directory + "/copy", on: data).expectFailure(
                "the backup \(directory)/copy cannot be written: Permission denied; the owner of the data folder must be allowed"
            )
            let folder = directory + "/backups"
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
            try #require(chmod(folder, 0o755) == 0 && chown(folder, Self.stranger, Self.stranger) == 0)
            try await operate("backup", folder + "/copy", on: data).expect("backed up to \(folder)/copy\n")
            let owner = try owner(folder + "/copy")
            #expect(owner == Self.stranger)
        }
    }

    /// The folder is as systemd keeps that of a `DynamicUser`: no other user can reach it.
    @Test(.enabled(if: isRoot, "only root can act as somebody else"))
    func whereOnlyRootCanReachTheDataWhatItMakesIsTheOwnersAllTheSame() async throws {
        try await withTemporaryDirectory { named in
            let directory = try TrustedPath().ownFolder(named + "/private")
            let (data, link) = (directory + "/data", named + "/state")
            try FileManager.default.createDirectory(atPath: data, withIntermediateDirectories: false)
            try #require(chmod(directory, 0o700) == 0 && chmod(data, 0o700) == 0)
            try #require(chown(data, Self.stranger, Self.stranger) == 0 && symlink(data, link) == 0)
            try await operate("user", "add", "bob", "--password-stdin", on: link, sending: "secret of bob\n").expect(
                "added bob\n"
            )
            try await operate("user", "list", on: link).expect("bob\n")
            try await operate("backup", directory + "/copy", on: link).expect("backed up to \(directory)/copy\n")
            try await operate("restore", directory + "/copy", on: link).expect("restored from \(directory)/copy\n")
            for name in SmallFile.names(in: data) where !name.hasPrefix(".") {
                let owner = try owner(data + "/" + name)
                #expect(owner == Self.stranger, "\(name)")
            }
            let run = try await operate("run", "--listen", "127.0.0.1:0", "--admin", "off", on: link)
            run.expectFailure("\(data) belongs to \(SystemUser(Self.stranger)) and must belong to")
        }
    }

    /// A user who blocks the way to their own folder does not make root work there with root's rights.
    @Test(.enabled(if: isRoot, "only root can act as somebody else"))
    func whereAnotherUserBarsTheWayRootDoesNothing() async throws {
        try await withTemporaryDirectory { named in
            let directory = try TrustedPath().ownFolder(named)
            let (parent, data) = (directory + "/parent", directory + "/parent/data")
            try FileManager.default.createDirectory(atPath: data, withIntermediateDirectories: true)
            for path in [parent, data] { try #require(chown(path, Self.stranger, Self.stranger) == 0) }
            try #require(chmod(data, 0o700) == 0 && chmod(parent, 0) == 0)
            let run = try await operate("user", "add", "bob", "--password-stdin", on: data, sending: "secret of bob\n")
            run.expectFailure("cannot pass \(parent), and root works there only if all folders above belong to root")
            #expect(!DataDirectory.hasDatabase(data))
        }
    }

    /// The folder above a backup may be somebody's home, which must keep its owner.
    @Test(.enabled(if: isRoot, "only root can act as somebody else"))
    func aBackupIntoAForeignFolderIsRefusedWithoutAdviceToTakeItAway() async throws {
        try await withData { directory, data in
            let home = directory + "/home"
            try FileManager.default.createDirectory(atPath: home, withIntermediateDirectories: false)
            try #require(chmod(home, 0o755) == 0 && chown(home, Self.stranger, Self.stranger) == 0)
            let run = try await operate("backup", home + "/copy", on: data)
            run.expectFailure("\(home) belongs to \(SystemUser(Self.stranger)), who can change what lies below it")
            run.expectFailure("choose a path whose folders belong to root")
        }
    }

    @Test(.enabled(if: isRoot, "only root can act as somebody else"))
    func theServerDoesNotRunOnSomebodyElsesData() async throws {
        try await withData { _, data in
            try give(data)
            let run = try await operate("run", "--listen", "127.0.0.1:0", "--admin", "off", on: data)
            run.expectFailure("\(data) belongs to \(SystemUser(Self.stranger)) and must belong to \(SystemUser(0))")
        }
    }

    // MARK: Names

    /// Another program may have written to the database, or an earlier version.
    @Test func whatIsStoredCannotSteerTheTerminalOfAnOperator() async throws {
        try await withData { _, data in
            let store = try SQLiteUserStore(
                path: DataDirectory.database(in: data),
                limits: SessionLimits(),
                now: { .now }
            )
            let (ada, password) = try #require(try await store.account(named: UserName(stored: "ada")))
            let name = "lap\u{1B}[2Jtop\n\u{202E}9  x"
            let token = TokenHash(bytes: [1])
            _ = try await store.addDevice(name, token, of: ada.id, provenBy: password, at: "")
            _ = try await store.addAccount(named: UserName(stored: "eve\u{1B}[2J\nroot"), password: password)
            try store.close()
            let devices = try await operate("device", "list", "ada", on: data)
            #expect(devices.said.hasSuffix("  lap\\u{1b}[2Jtop\\n\\u{202e}9  x\n"), "\(devices.said)")
            try await operate("user", "list", on: data).expect("ada\neve\\u{1b}[2J\\nroot\n")
            let unknown = try await operate("user", "remove", "n\u{1B}[2Jo\none", on: data)
            unknown.expectFailure("there is no user named 'n\\u{1b}[2Jo\\none'")
        }
    }
}
