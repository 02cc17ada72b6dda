import MockMarket
import Shared

@testable import TerminalClient

/// A folder of pending changes that the processes of one user share.
@MainActor
final class SimulatedFolder {
    fileprivate struct File {
        var id: ClientID
        var confirmed: UInt64
        var pending: [NumberedMutation]
        var history: MutationHistory
        var holder: ObjectIdentifier?
        var isSynced: Bool

        var numbers: [ChangeNumber] { pending.map { ChangeNumber(client: id, number: $0.number) } }
        /// The changes that must not get lost. An undo may disappear together with the change that it undoes.
        var wanted: [Mutation] { pending.map(\.mutation).filter { $0.undoes == 0 } }
    }

    fileprivate var files: [File] = []
    /// The files as they were last synced, by their present ids. A power cut may bring them back.
    private var synced: [ClientID: File] = [:]
    fileprivate var held: HeldTable?
    /// Every change that a user made, by its present number. Each is finally applied or refused.
    private(set) var promised: Set<ChangeNumber> = []

    var pendingCount: Int { files.reduce(0) { $0 + $1.pending.count } }
    /// Whether an ended process left changes behind.
    var hasOrphans: Bool { files.contains { $0.holder == nil && !$0.pending.isEmpty } }

    /// - Parameter former: the file's former id. Its changes must still be in it, under other numbers.
    fileprivate func keep(
        _ queue: MutationQueue,
        replacing former: ClientID?,
        durably isSynced: Bool,
        holder: ObjectIdentifier
    ) {
        let file = File(
            id: queue.clientID,
            confirmed: queue.confirmed,
            pending: queue.pending,
            history: queue.neededHistory,
            holder: holder,
            isSynced: isSynced
        )
        if let former { synced[former] = nil }
        if isSynced { synced[file.id] = file }
        if let index = index(of: former ?? queue.clientID) {
            if former != nil, files[index].wanted == file.wanted { promised.subtract(files[index].numbers) }
            files[index] = file
        } else {
            files.append(file)
        }
        promised.formUnion(file.numbers)
    }

    fileprivate func remove(_ id: ClientID) { files.removeAll { $0.id == id } }

    /// The machine loses its power. A file that was not synced may be as it was before, or empty, and a removed one may be back.
    func losePower(_ random: inout SeededGenerator) {
        for file in files where !file.isSynced && Bool.random(using: &random) { remove(file.id) }
        for (id, file) in synced.sorted(by: { $0.key.bytes.lexicographicallyPrecedes($1.key.bytes) }) {
            let isNewest = files.contains { $0.id == id && $0.isSynced }
            if isNewest || Bool.random(using: &random) { continue }
            remove(id)
            files.append(file)
        }
        for index in files.indices { (files[index].holder, files[index].isSynced) = (nil, true) }
        synced = Dictionary(files.map { ($0.id, $0) }) { $1 }
        if Bool.random(using: &random) { held = nil }
    }

    private func index(of id: ClientID) -> Int? { files.firstIndex { $0.id == id } }
}

/// One process's part of the folder: the files that it holds until it is killed.
@MainActor
final class SimulatedJournals: PendingStore {
    private let folder: SimulatedFolder
    private(set) var queues: [MutationQueue] = []
    let held: HeldTable?
    let problems: [Problem] = []

    init(_ folder: SimulatedFolder, own: ClientID) {
        (self.folder, held) = (folder, folder.held)
        for index in folder.files.indices
        where folder.files[index].holder == nil && !folder.files[index].pending.isEmpty {
            folder.files[index].holder = ObjectIdentifier(self)
            let file = folder.files[index]
            queues.append(
                MutationQueue(
                    clientID: file.id,
                    confirmed: file.confirmed,
                    pending: file.pending,
                    history: file.history
                )
            )
        }
        queues.append(MutationQueue(clientID: own))
    }

    func write(_ queue: MutationQueue, replacing former: ClientID?, durably: Bool) throws(ProfileError) {
        folder.keep(queue, replacing: former, durably: durably, holder: ObjectIdentifier(self))
    }

    func remove(_ clientID: ClientID) { folder.remove(clientID) }
    func keep(_ held: HeldTable) { folder.held = held }

    func isPending(_ number: ChangeNumber) -> Bool {
        folder.files.contains { $0.id == number.client && $0.pending.contains { $0.number == number.number } }
    }

    /// The highest confirmed number that this or an earlier process has written down.
    func confirmed(_ id: ClientID) -> UInt64 { folder.files.first { $0.id == id }?.confirmed ?? 0 }

    func release() {
        for index in folder.files.indices where folder.files[index].holder == ObjectIdentifier(self) {
            folder.files[index].holder = nil
        }
    }
}
