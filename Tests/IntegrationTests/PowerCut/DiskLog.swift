import Foundation
import Shared

/// What a program did to the files of a folder, in order, as `Tests/ForgetfulDisk/log.c` wrote it down.
struct DiskLog {
    enum Operation: Equatable {
        case create(path: String, inode: UInt64, mode: UInt32)
        case write(inode: UInt64, offset: Int, bytes: [UInt8])
        case truncate(inode: UInt64, length: Int)
        case sync(inode: UInt64)
        case syncFolder(String)
        case rename(from: String, to: String)
        case remove(String)
        case makeFolder(String, mode: UInt32)
    }

    struct Failure: Error {
        let reason: String
    }

    private(set) var operations: [Operation] = []
    /// Whether the program ended because the power was cut, and not by itself.
    private(set) var isCut = false

    /// - Throws: `Failure` if the program did something to its files that the log cannot describe.
    init(of path: String) throws {
        guard SmallFile.exists(path) else { return }
        var bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))[...]
        while let operation = try next(&bytes) { operations.append(operation) }
    }

    /// - Returns: nil at the end, and at a record that the program did not live to finish.
    private mutating func next(_ bytes: inout ArraySlice<UInt8>) throws -> Operation? {
        guard bytes.count >= 32 else { return nil }
        let header = bytes.prefix(32)
        func number<Number: FixedWidthInteger>(at offset: Int, as _: Number.Type) -> Number {
            let field = header.dropFirst(offset).prefix(MemoryLayout<Number>.size)
            return field.reversed().reduce(0) { $0 << 8 | Number(truncatingIfNeeded: $1) }
        }
        let (mode, inode) = (number(at: 4, as: UInt32.self), number(at: 8, as: UInt64.self))
        let offset = Int(number(at: 16, as: UInt64.self))
        let (first, second) = (Int(number(at: 24, as: UInt32.self)), Int(number(at: 28, as: UInt32.self)))
        guard bytes.count >= 32 + first + second else { return nil }
        let (one, other) = (bytes.dropFirst(32).prefix(first), bytes.dropFirst(32 + first).prefix(second))
        bytes = bytes.dropFirst(32 + first + second)
        var path: String { String(decoding: one, as: UTF8.self) }
        switch header.first.map({ Character(UnicodeScalar($0)) }) {
        case "c": return .create(path: path, inode: inode, mode: mode)
        case "w": return .write(inode: inode, offset: offset, bytes: Array(one))
        case "t": return .truncate(inode: inode, length: offset)
        case "s": return .sync(inode: inode)
        case "f": return .syncFolder(path)
        case "r": return .rename(from: path, to: String(decoding: other, as: UTF8.self))
        case "u": return .remove(path)
        case "m": return .makeFolder(path, mode: mode)
        case "x":
            isCut = true
            return nil
        default: throw Failure(reason: "the log does not know what this does to a disk: \(path)")
        }
    }
}
