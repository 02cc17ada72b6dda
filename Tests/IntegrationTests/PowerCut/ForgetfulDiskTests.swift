import Foundation
import Shared
import TestSupport
import Testing

/// The disk of the power cuts forgets what POSIX lets a disk forget, and nothing else.
@Suite(.enabled(if: ForgetfulDisk.isAvailable, "there is no C compiler, or a sanitizer is in its way"))
struct ForgetfulDiskTests {
    /// What is in the folder after a shell has done something in it and the power has gone.
    private func left(by script: String, _ luck: DiskImage.Luck) async throws -> [String: String] {
        try await withTemporaryDirectory { directory in
            let disk = try ForgetfulDisk(in: directory)
            try Data("old\n".utf8).write(to: URL(fileURLWithPath: disk.folder + "/known"))
            let environment = ProcessInfo.processInfo.environment.merging(try disk.powerOn()) { $1 }
            let command = ["sh", "-c", "cd \(disk.folder) && " + script]
            #expect(await (try ChildProcess(command, environment: environment)).status() == 0)
            var random = SeededGenerator(seed: 1)
            try disk.powerOff(&random, luck: luck)
            let names = try FileManager.default.contentsOfDirectory(atPath: disk.folder)
            return Dictionary(
                uniqueKeysWithValues: try names.map { name in
                    (name, String(decoding: try SmallFile.read(disk.folder + "/" + name), as: UTF8.self))
                }
            )
        }
    }

    @Test func aProgramThatOnlyDiesLosesNothing() async throws {
        let all = try await left(by: "echo 1 > a; echo 2 > b; mv b c; echo new > known", DiskImage.Luck(share: 1))
        #expect(all == ["a": "1\n", "c": "2\n", "known": "new\n"])
    }

    @Test func whatNobodySyncedIsGone() async throws {
        let kept = try await left(by: "echo 1 > a; echo more >> known; echo 2 > b; rm known", DiskImage.Luck(share: 0))
        #expect(kept == ["known": "old\n"])
    }

    @Test func aFileNeedsItsBytesAndItsNameSynced() async throws {
        let bytes = try await left(by: "echo 1 > a; sync a", DiskImage.Luck(share: 0))
        #expect(bytes == ["known": "old\n"])
        let name = try await left(by: "echo 1 > a; sync .", DiskImage.Luck(share: 0))
        #expect(name == ["a": "", "known": "old\n"])
        let both = try await left(by: "echo 1 > a; sync a .", DiskImage.Luck(share: 0))
        #expect(both == ["a": "1\n", "known": "old\n"])
    }

    @Test func aMoveIsWholeOrNotThere() async throws {
        let unsynced = try await left(by: "echo new > a; sync a .; mv a known", DiskImage.Luck(share: 0))
        #expect(unsynced == ["a": "new\n", "known": "old\n"])
        let synced = try await left(by: "echo new > a; sync a .; mv a known; sync .", DiskImage.Luck(share: 0))
        #expect(synced == ["known": "new\n"])
    }

    @Test func aLengthMayArriveBeforeItsBytes() async throws {
        let script = "echo more >> known"
        let kept = try await left(by: script, DiskImage.Luck(share: 0, keepsLength: true))
        #expect(kept == ["known": "old\n\0\0\0\0\0"])
    }
}
