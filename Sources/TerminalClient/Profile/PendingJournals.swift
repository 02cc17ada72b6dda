package import Shared

/// Keeps unconfirmed changes on disk, so that they arrive even if the process ends before the server answers. It also
/// keeps the user's table, so that the terminal can show and change it without a connection.
///
/// A folder with one file for each client process. The process locks its file, until it releases the file or ends,
/// whatever ends it. A process takes over the files that nobody holds, with their ids and numbers, so that a retry does
/// not apply a change twice. The names of the files say in which order their changes are delivered (`JournalName`).
@MainActor
package final class PendingJournals: PendingStore {
    private let directory: String
    /// Nil once they are released.
    private var files: [ClientID: LockedFile]? = [:]
    package private(set) var queues: [MutationQueue] = []
    package private(set) var problems: [Problem] = []
    package let held: HeldTable?

    /// Takes over the files that earlier processes left.
    /// - Throws: `ProfileError`
    package init(directory: String) throws(ProfileError) {
        self.directory = directory
        try ProfileFiles.makeDirectory(directory)
        held = (try? SmallFile.read(Self.tablePath(in: directory))).flatMap(HeldTable.init(stored:))
        for name in Self.names(in: directory) { takeOver(name.text) }
        queues.append(MutationQueue(clientID: .random()))
    }

    private func takeOver(_ name: String) {
        let path = "\(directory)/\(name)"
        do throws(SystemError) {
            if let file = try LockedFile(existing: path) { try takeOver(file, named: name) }
        } catch {
            // The file stays, because its changes may be whole. There may be too many open files, or no network to its
            // disk.
            let unreadable = ProfileError.unreadable(path: path, reason: error.description)
            problems.append(.changesUnread(reason: unreadable.description))
        }
    }

    private func takeOver(_ file: LockedFile, named name: String) throws(SystemError) {
        let contents = try file.contents()
        // After a power cut, a file that was not synced may be empty or contain zeros. Changes that wait are synced.
        if contents.allSatisfy({ $0 == 0 }) { return file.remove() }
        guard let queue = MutationQueue(stored: contents) else { return setAside(file, named: name) }
        if queue.pending.isEmpty { return file.remove() }
        files?[queue.clientID] = file
        queues.append(queue)
    }

    /// Sets a file aside that this version does not understand. An earlier version or a broken disk has left it.
    private func setAside(_ file: LockedFile, named name: String) {
        let path = "\(directory)/\(name).old"
        do throws(SystemError) {
            try file.move(to: path)
            problems.append(.changesSetAside(path: path))
        } catch {
            let unwritable = ProfileError.unwritable(path: path, reason: error.description)
            problems.append(.changesUnreadable(reason: unwritable.description))
        }
    }

    package func write(
        _ queue: MutationQueue,
        replacing former: ClientID?,
        durably: Bool
    ) throws(ProfileError) {
        if let former, let file = files?.removeValue(forKey: former) { files?[queue.clientID] = file }
        do throws(SystemError) {
            try file(of: queue.clientID).replace(with: queue.stored, durably: durably)
        } catch {
            throw .unwritable(path: directory, reason: error.description)
        }
    }

    package func remove(_ clientID: ClientID) { files?.removeValue(forKey: clientID)?.remove() }

    package func release() { files = nil }

    package func keep(_ held: HeldTable) {
        // After a power cut or on a full disk, this may be an older table, or one that cannot be read. Then the server
        // sends more.
        try? SmallFile.write(held.stored, to: Self.tablePath(in: directory), durably: false)
    }

    /// The queues of all processes as they are now. It locks nothing, because a terminal that starts at the same time
    /// takes over only files that no process holds.
    static func queues(in directory: String) -> [MutationQueue] {
        names(in: directory).compactMap { name in
            (try? SmallFile.read("\(directory)/\(name.text)")).flatMap(MutationQueue.init(stored:))
        }
    }

    /// Removes the user's table, and leaves changes that were not delivered.
    nonisolated static func removeTable(in directory: String) { SmallFile.remove(tablePath(in: directory)) }

    private nonisolated static func tablePath(in directory: String) -> String { directory + "/table" }

    /// The file keeps its name when its process takes another id.
    /// - Throws: `SystemError`, also if the files are released. Whoever opens them next would not know of a new one.
    private func file(of clientID: ClientID) throws(SystemError) -> LockedFile {
        guard let files else { throw SystemError("it was released") }
        if let file = files[clientID] { return file }
        let name = JournalName(after: Self.names(in: directory).last, clientID: clientID)
        let file = try LockedFile(creating: "\(directory)/\(name.text)")
        self.files?[clientID] = file
        return file
    }

    /// The oldest first.
    private static func names(in directory: String) -> [JournalName] {
        SmallFile.names(in: directory).compactMap(JournalName.init).sorted()
    }
}

/// The name of a journal: its place among the journals, and the id of the client that began it.
///
/// A process changes what it shows, which is what earlier processes have left. So its changes must be delivered after theirs. The time at which
/// a file was written does not tell this: a file is written again while its changes are delivered, and a copy of the folder has new times.
struct JournalName: Comparable {
    private let place: Int
    let text: String

    /// - Parameter last: the last of the names that are there.
    init(after last: JournalName?, clientID: ClientID) {
        place = (last?.place ?? 0) + 1
        text = "\(place)-\(clientID)"
    }

    /// - Returns: nil for the name of another file. Earlier versions wrote names without a place, which come first.
    init?(_ text: String) {
        let parts = text.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
        guard let id = parts.last, ClientID(hexadecimal: String(id)) != nil,
            let place = parts.count == 1 ? 0 : Int(parts[0]), (0..<Int.max).contains(place)
        else { return nil }
        (self.place, self.text) = (place, text)
    }

    static func < (one: JournalName, other: JournalName) -> Bool {
        (one.place, one.text) < (other.place, other.text)
    }
}
