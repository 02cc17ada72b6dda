package import Shared

/// Keeps unconfirmed changes on disk, so that they arrive even if the process ends before the server answers. It also
/// keeps the user's table, so that the terminal can show and change it without a connection.
///
/// A folder with one file for each client process. The process locks its file, and the lock ends with the process,
/// whatever ends it. A process takes over the files that nobody holds, with their ids and numbers, so that a retry does
/// not apply a change twice.
@MainActor
package final class PendingJournals: PendingStore {
    private let directory: String
    private var files: [ClientID: LockedFile] = [:]
    package private(set) var queues: [MutationQueue] = []
    package private(set) var problems: [Problem] = []
    package let held: HeldTable?

    /// Takes over the files that earlier processes left.
    /// - Throws: `ProfileError`
    package init(directory: String) throws(ProfileError) {
        self.directory = directory
        try ProfileFiles.makeDirectory(directory)
        held = (try? SmallFile.read(Self.tablePath(in: directory))).flatMap(HeldTable.init(stored:))
        for name in Self.names(in: directory) {
            if let file = LockedFile(existing: "\(directory)/\(name)") { takeOver(file, named: name) }
        }
        queues.append(MutationQueue(clientID: .random()))
    }

    private func takeOver(_ file: LockedFile, named name: String) {
        let contents = file.contents
        // After a power cut, a file that was not synced may be empty or contain zeros. Changes that wait are synced.
        if contents.allSatisfy({ $0 == 0 }) { return file.remove() }
        guard let queue = MutationQueue(stored: contents) else { return setAside(file, named: name) }
        if queue.pending.isEmpty { return file.remove() }
        files[queue.clientID] = file
        queues.append(queue)
    }

    /// Sets an unreadable file aside. An earlier version or a broken disk has left it.
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
        if let former { files[queue.clientID] = files.removeValue(forKey: former) }
        do throws(SystemError) {
            try file(of: queue.clientID).replace(with: queue.stored, durably: durably)
        } catch {
            throw .unwritable(path: path(queue.clientID), reason: error.description)
        }
    }

    package func remove(_ clientID: ClientID) { files.removeValue(forKey: clientID)?.remove() }

    package func keep(_ held: HeldTable) {
        // After a power cut or on a full disk, this may be an older table, or one that cannot be read. Then the server
        // sends more.
        try? SmallFile.write(held.stored, to: Self.tablePath(in: directory), durably: false)
    }

    /// The queues of all processes as they are now. It locks nothing, because a terminal that starts at the same time
    /// takes over only files that no process holds.
    static func queues(in directory: String) -> [MutationQueue] {
        names(in: directory).compactMap { name in
            (try? SmallFile.read("\(directory)/\(name)")).flatMap(MutationQueue.init(stored:))
        }
    }

    /// Removes the user's table, and leaves changes that were not delivered.
    nonisolated static func removeTable(in directory: String) { SmallFile.remove(tablePath(in: directory)) }

    private nonisolated static func tablePath(in directory: String) -> String { directory + "/table" }

    private func file(of clientID: ClientID) throws(SystemError) -> LockedFile {
        if let file = files[clientID] { return file }
        let file = try LockedFile(creating: path(clientID))
        files[clientID] = file
        return file
    }

    /// The file keeps its name when its process takes another id.
    private func path(_ clientID: ClientID) -> String { "\(directory)/\(clientID)" }

    /// The names of the journals, the oldest first.
    private static func names(in directory: String) -> [String] {
        let files = SmallFile.names(in: directory).compactMap { name in
            ClientID(hexadecimal: name).map { _ in (name: name, written: SmallFile.modified("\(directory)/\(name)")) }
        }
        return files.sorted { $0.written < $1.written }.map(\.name)
    }
}
