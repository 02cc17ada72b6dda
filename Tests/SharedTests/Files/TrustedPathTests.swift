import Foundation
import Shared
import Testing

/// Only root and the user may be able to write to a trusted path, as with ssh's keys.
struct TrustedPathTests {
    private static let isRoot = geteuid() == 0
    private static let stranger: uid_t = 65_534

    private func withFolder(_ body: (String) throws -> Void) throws {
        // The system's folder for temporary files may be reached through a link.
        let path = try TrustedPath().sharedFolder(NSTemporaryDirectory()) + "/tickwire-trust-\(UUID().uuidString)"
        try FileManager.default.createDirectory(
            atPath: path,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o755]
        )
        defer { try? FileManager.default.removeItem(atPath: path) }
        try body(path)
    }

    private func makeFolder(_ path: String, mode: mode_t = 0o700) throws {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        try #require(chmod(path, mode) == 0)
    }

    private func expect(_ wanted: String, _ path: String, at location: SourceLocation = #_sourceLocation) {
        #expect(path == wanted, sourceLocation: location)
    }

    private func fault(_ body: () throws(PathFault) -> Void) -> PathFault? {
        do {
            try body()
            return nil
        } catch {
            return error
        }
    }

    // MARK: Folders

    @Test func aFolderIsMadeForItsUserAlone() throws {
        try withFolder { folder in
            let made = try TrustedPath().ownFolder(folder + "/./one//two/../three")
            #expect(made == folder + "/one/three")
            let mode = try FileManager.default.attributesOfItem(atPath: made)[.posixPermissions] as? Int
            #expect(mode == 0o700)
        }
    }

    @Test func theUsersOwnLinksAreFollowedAndResolved() throws {
        try withFolder { folder in
            try makeFolder(folder + "/private/data")
            try #require(symlink("private", folder + "/link") == 0)
            try #require(symlink(folder + "/link/data", folder + "/state") == 0)
            try expect(folder + "/private/data", TrustedPath().ownFolder(folder + "/state"))
            try expect(folder + "/private/data/new", TrustedPath().ownFolder(folder + "/link/data/new"))
        }
    }

    @Test func aCircleOfLinksIsAnError() throws {
        try withFolder { folder in
            try #require(symlink("two", folder + "/one") == 0)
            try #require(symlink("one", folder + "/two") == 0)
            let path = folder + "/one/data"
            #expect(fault { () throws(PathFault) in _ = try TrustedPath().ownFolder(path) } == .tooManyLinks(path))
        }
    }

    @Test(arguments: [0o777, 0o770, 0o1777, 0o722] as [mode_t])
    func aFolderThatOthersMayWriteToIsRefusedWithWhatToDo(mode: mode_t) throws {
        try withFolder { folder in
            let path = folder + "/data"
            try makeFolder(path, mode: mode)
            let fault = fault { () throws(PathFault) in _ = try TrustedPath().ownFolder(path) }
            #expect(fault == .writable(path: path, mode: UInt32(mode)))
            #expect(fault?.description.contains("run 'chmod go-w \(path)'") == true)
        }
    }

    @Test func aFolderThatOthersMayReplaceIsNotTrusted() throws {
        try withFolder { folder in
            try makeFolder(folder + "/open/data")
            try #require(chmod(folder + "/open", 0o777) == 0)
            let refusal = fault { () throws(PathFault) in _ = try TrustedPath().ownFolder(folder + "/open/data") }
            #expect(refusal == .writable(path: folder + "/open", mode: 0o777))
            // In a sticky folder, nobody can replace another user's entries.
            try #require(chmod(folder + "/open", 0o1777) == 0)
            try expect(folder + "/open/data", TrustedPath().ownFolder(folder + "/open/data"))
            try expect(folder + "/open", TrustedPath().sharedFolder(folder + "/open"))
        }
    }

    @Test(.enabled(if: isRoot, "only root can give things away"))
    func whatBelongsToSomebodyElseIsRefusedWithWhoseItIs() throws {
        try withFolder { folder in
            let (path, owner) = (folder + "/data", SystemUser(Self.stranger))
            try makeFolder(path)
            try #require(chown(path, Self.stranger, Self.stranger) == 0)
            let own = fault { () throws(PathFault) in _ = try TrustedPath().ownFolder(path) }
            #expect(own == .foreign(path: path, .folder, owner: owner, wanted: .current))
            #expect(
                own?.description.contains("\(path) belongs to \(owner) and must belong to \(SystemUser(0))") == true
            )
            #expect(own?.description.contains("run 'chown -R 0 \(path)'") == true)
            // It may be somebody's home folder.
            for above in [
                fault { () throws(PathFault) in _ = try TrustedPath().ownFolder(path + "/inside") },
                fault { () throws(PathFault) in _ = try TrustedPath().sharedFolder(path) },
            ] {
                #expect(above == .foreign(path: path, .ancestor, owner: owner, wanted: .current))
                #expect(above?.description.contains("choose a path whose folders belong to root") == true)
                #expect(above?.description.contains("chown") == false)
            }
            let other = fault { () throws(PathFault) in _ = try TrustedPath(of: SystemUser(7)).sharedFolder(path) }
            #expect(other?.description.hasSuffix("belong to root or to \(SystemUser(7))") == true)
            try makeFolder(folder + "/own")
            try #require(symlink(folder + "/own", folder + "/link") == 0)
            try #require(lchown(folder + "/link", Self.stranger, Self.stranger) == 0)
            let refusal = fault { () throws(PathFault) in _ = try TrustedPath().ownFolder(folder + "/link") }
            #expect(refusal == .foreignLink(path: folder + "/link", owner: owner))
        }
    }

    // MARK: Files

    @Test func aFileMustBeOrdinaryAndWritableByNobodyElse() throws {
        try withFolder { folder in
            let path = folder + "/file"
            try TrustedPath().checkOwnFile(path)
            try SmallFile.write([1], to: path, mode: .readableByAll)
            try TrustedPath().checkOwnFile(path)
            try #require(chmod(path, 0o620) == 0)
            let writable = fault { () throws(PathFault) in try TrustedPath().checkOwnFile(path) }
            #expect(writable == .writable(path: path, mode: 0o620))
            try #require(symlink(path, folder + "/link") == 0)
            let link = fault { () throws(PathFault) in try TrustedPath().checkOwnFile(folder + "/link") }
            #expect(link == .notAFile(folder + "/link"), "below the folder none is followed, not even one's own")
        }
    }

    @Test(.enabled(if: isRoot, "only root can give things away"))
    func aFileOfSomebodyElseIsRefused() throws {
        try withFolder { folder in
            let path = folder + "/file"
            try SmallFile.write([1], to: path)
            try #require(chown(path, Self.stranger, Self.stranger) == 0)
            let fault = fault { () throws(PathFault) in try TrustedPath().checkOwnFile(path) }
            #expect(fault == .foreign(path: path, .file, owner: SystemUser(Self.stranger), wanted: .current))
            #expect(fault?.description.contains("run 'chown 0 \(path)'") == true)
        }
    }
}
