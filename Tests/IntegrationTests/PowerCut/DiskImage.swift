import Foundation
import Shared
import TestSupport

/// A folder on a disk: what was synced, and what only the system's memory holds.
///
/// It promises what POSIX does and no more. A synced file keeps its bytes. A name (new, moved or removed) lasts once its folder is synced, and
/// the names of one folder reach the disk in order. All else is a matter of chance: sectors of unsynced bytes may arrive in any order and
/// without one another, a file may have its new length without its new bytes, and a name may arrive before the bytes of its file.
struct DiskImage {
    fileprivate enum Change {
        case write(offset: Int, [UInt8])
        case truncate(Int)
    }

    fileprivate struct File {
        let mode: UInt32
        var synced: [UInt8] = []
        var pending: [Change] = []
    }

    private enum Entry {
        case file(Int)
        case folder(mode: UInt32)
    }

    /// Names that change together, such as both names of a move. Nil: there is no such name any more.
    private typealias NameChange = [(path: String, entry: Entry?)]

    private var files: [File] = []
    /// The newest file of each number: a number is used again after its file is gone.
    private var inodes: [UInt64: Int] = [:]
    private var names: [String: Entry] = [:]
    private var syncedNames: [String: Entry] = [:]
    private var pendingNames: [NameChange] = []

    /// A folder all of which is on disk.
    init(of folder: String) throws {
        for path in try FileManager.default.subpathsOfDirectory(atPath: folder) where !path.hasSuffix("-shm") {
            var status = stat()
            guard lstat(folder + "/" + path, &status) == 0 else { continue }
            let mode = UInt32(status.st_mode & 0o7777)
            if status.st_mode & S_IFMT == S_IFDIR {
                names[path] = .folder(mode: mode)
            } else {
                let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: folder + "/" + path)))
                names[path] = .file(add(File(mode: mode, synced: bytes), UInt64(status.st_ino)))
            }
        }
        syncedNames = names
    }

    private mutating func add(_ file: File, _ inode: UInt64) -> Int {
        files.append(file)
        inodes[inode] = files.count - 1
        return files.count - 1
    }

    // MARK: What the program does

    mutating func perform(_ operation: DiskLog.Operation) throws {
        switch operation {
        case .create(let path, let inode, let mode): rename([(path, .file(add(File(mode: mode), inode)))])
        case .write(let inode, let offset, let bytes): try append(.write(offset: offset, bytes), to: inode)
        case .truncate(let inode, let length): try append(.truncate(length), to: inode)
        case .sync(let inode): sync(try file(inode))
        case .syncFolder(let folder): syncNames(of: folder)
        case .rename(let from, let to):
            guard case .file = names[from] else { throw DiskLog.Failure(reason: "\(from) is no file, and was moved") }
            rename([(to, names[from]), (from, nil)])
        case .remove(let path): rename([(path, nil)])
        case .makeFolder(let path, let mode): rename([(path, .folder(mode: mode))])
        }
    }

    private func file(_ inode: UInt64) throws -> Int {
        guard let file = inodes[inode] else { throw DiskLog.Failure(reason: "no file has the number \(inode)") }
        return file
    }

    private mutating func append(_ change: Change, to inode: UInt64) throws {
        files[try file(inode)].pending.append(change)
    }

    private mutating func sync(_ file: Int) {
        for change in files[file].pending { change.perform(on: &files[file].synced) }
        files[file].pending = []
    }

    private mutating func rename(_ change: NameChange) {
        for (path, entry) in change { names[path] = entry }
        pendingNames.append(change)
    }

    private mutating func syncNames(of folder: String) {
        let isSynced = { (change: NameChange) in change.contains { Self.folder(of: $0.path) == folder } }
        for change in pendingNames where isSynced(change) { arrive(change) }
        pendingNames.removeAll(where: isSynced)
    }

    private mutating func arrive(_ change: NameChange) {
        for (path, entry) in change { syncedNames[path] = entry }
    }

    private static func folder(of path: String) -> String { path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "" }

    // MARK: The power goes

    /// How much of what was not synced has reached the disk all the same.
    struct Luck {
        /// 0: nothing; 1: everything, as when only the program dies.
        var share: Double
        /// What the disk writes as a whole, in bytes.
        var sector = 512
        /// Whether a file has its new length, with zeros for the bytes that did not arrive.
        var keepsLength = false

        static func random(_ random: inout SeededGenerator) -> Luck {
            let share: Double? = [0, 0, 1, 0.2, 0.5, 0.9].randomElement(using: &random)
            return Luck(
                share: share ?? 0,
                sector: Bool.random(using: &random) ? 512 : 4096,
                keepsLength: .random(using: &random)
            )
        }

        func strikes(_ random: inout SeededGenerator) -> Bool { .random(in: 0..<1, using: &random) < share }
    }

    /// Makes the folder what the disk holds after a power cut.
    mutating func settle(as folder: String, _ luck: Luck, _ random: inout SeededGenerator) throws {
        var late: Set<String> = []
        for change in pendingNames {
            let folders = change.map { Self.folder(of: $0.path) }
            if late.isDisjoint(with: folders), luck.strikes(&random) { arrive(change) } else { late.formUnion(folders) }
        }
        let manager = FileManager.default
        for name in try manager.contentsOfDirectory(atPath: folder) {
            try manager.removeItem(atPath: folder + "/" + name)
        }
        // Shorter paths first: a file whose folder did not arrive is gone with it.
        for (path, entry) in syncedNames.sorted(by: { ($0.key.utf8.count, $0.key) < ($1.key.utf8.count, $1.key) }) {
            let whole = folder + "/" + path
            switch entry {
            case .folder(let mode): mkdir(whole, mode_t(mode))
            case .file(let file):
                let bytes = files[file].survivors(luck, &random)
                let isMade = manager.createFile(atPath: whole, contents: Data(bytes))
                if isMade { chmod(whole, mode_t(files[file].mode)) }
            }
        }
    }
}

extension DiskImage.File {
    fileprivate func survivors(_ luck: DiskImage.Luck, _ random: inout SeededGenerator) -> [UInt8] {
        var (kept, whole) = (synced, synced)
        for change in pending {
            change.perform(on: &whole)
            for part in change.parts(luck.sector) where luck.strikes(&random) { part.perform(on: &kept) }
        }
        if luck.keepsLength { DiskImage.Change.truncate(whole.count).perform(on: &kept) }
        return kept
    }
}

extension DiskImage.Change {
    fileprivate func perform(on bytes: inout [UInt8]) {
        switch self {
        case .write(let offset, let new):
            let end = offset + new.count
            if bytes.count < end { bytes += [UInt8](repeating: 0, count: end - bytes.count) }
            bytes.replaceSubrange(offset..<end, with: new)
        case .truncate(let length):
            if bytes.count > length { bytes.removeLast(bytes.count - length) }
            bytes += [UInt8](repeating: 0, count: length - bytes.count)
        }
    }

    /// The parts of a write that reach the disk each on its own.
    fileprivate func parts(_ sector: Int) -> [Self] {
        guard case .write(let offset, let bytes) = self else { return [self] }
        var (parts, start) = ([Self](), offset)
        while start < offset + bytes.count {
            let end = min((start / sector + 1) * sector, offset + bytes.count)
            parts.append(.write(offset: start, Array(bytes[(start - offset)..<(end - offset)])))
            start = end
        }
        return parts
    }
}
