import Foundation
import Shared
import TestSupport

/// A folder from which a power cut takes what its programs did not sync.
///
/// A library that is loaded into a program (`Tests/ForgetfulDisk/log.c`) writes down what the program does to the folder's files. So no real
/// disk has to lose power, and the kernel needs nothing for it. One program at a time may have the folder.
final class ForgetfulDisk {
    let folder: String
    private let log: String
    private let library: String
    /// What was on the disk when the power came.
    private var image: DiskImage?

    /// Whether programs can be watched here: not where a sanitizer must be the first library of a program.
    static var isAvailable: Bool {
        let isSanitized = dlsym(nil, "__asan_init") != nil || dlsym(nil, "__tsan_init") != nil
        return !isSanitized && SmallFile.exists("/usr/bin/cc")
    }

    /// Makes an empty folder.
    /// - Parameter directory: where the folder, its library and its log are.
    init(in directory: String) throws {
        (folder, log, library) = (directory + "/disk", directory + "/disk.log", directory + "/disk.so")
        try SmallFile.makeFolder(folder)
        let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../..")
        let source = tests.appendingPathComponent("ForgetfulDisk/log.c").path
        let compiler = try ChildProcess(["cc", "-shared", "-fPIC", "-O1", "-o", library, source, "-ldl"])
        guard compiler.statusBlocking() == 0 else { throw DiskLog.Failure(reason: "\(source) does not compile") }
    }

    /// What is in the folder now is on the disk.
    /// - Parameter cut: the operation before which the power goes; nil: the test kills the program.
    /// - Returns: the environment of the program that has the folder until the power goes.
    func powerOn(cut: Int? = nil) throws -> [String: String] {
        image = try DiskImage(of: folder)
        var environment = ["LD_PRELOAD": library, "DISK_FOLDER": folder, "DISK_LOG": log]
        if let cut { environment["DISK_CUT"] = "\(cut)" }
        return environment
    }

    /// Makes the folder what a disk holds if the power went when the program died.
    /// - Parameter luck: what of the rest has arrived; nil: chance decides.
    /// - Returns: whether it died because the power was cut, and not by itself.
    @discardableResult
    func powerOff(_ random: inout SeededGenerator, luck: DiskImage.Luck? = nil) throws -> Bool {
        guard var image else { return false }
        let written = try DiskLog(of: log)
        for operation in written.operations { try image.perform(operation) }
        try image.settle(as: folder, luck ?? .random(&random), &random)
        SmallFile.remove(log)
        return written.isCut
    }
}
