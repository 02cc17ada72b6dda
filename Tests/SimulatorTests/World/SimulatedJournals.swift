import Shared

@testable import TerminalClient

/// A folder of pending changes that the processes of one user share.
@MainActor
final class SimulatedFolder {
    fileprivate struct File {
        let id: ClientID
        var pending: [NumberedMutation]
        var holder: ObjectIdentifier?
    }

    fileprivate var files: [File] = []
    /// Every change that a user made, by the number that it has now: whatever happens, each is applied or refused one day.
    private(set) var promised: Set<ChangeNumber> = []

    var pendingCount: Int { files.reduce(0) { $0 + $1.pending.count } }
    /// Whether a process that is gone left something.
    var hasOrphans: Bool { files.contains { $0.holder == nil && !$0.pending.isEmpty } }

    fileprivate func keep(_ queue: MutationQueue, holder: ObjectIdentifier) {
        if let index = index(of: queue.clientID) {
            files[index].pending = queue.pending
        } else {
            files.append(File(id: queue.clientID, pending: queue.pending, holder: holder))
        }
        promised.formUnion(queue.numbers)
    }

    /// What a file still has when it goes must be in the file that takes its place, under other numbers.
    fileprivate func remove(_ id: ClientID) {
        guard let index = index(of: id) else { return }
        let file = files.remove(at: index)
        let old = MutationQueue(clientID: id, pending: file.pending)
        guard let new = files.last, new.holder == file.holder else { return }
        if new.pending.map(\.mutation) == old.pending.map(\.mutation) { promised.subtract(old.numbers) }
    }

    fileprivate func index(of id: ClientID) -> Int? { files.firstIndex { $0.id == id } }
}

/// One process's part of the folder: the files that it holds until it is killed.
@MainActor
final class SimulatedJournals: PendingStore {
    private let folder: SimulatedFolder
    private(set) var queues: [MutationQueue] = []

    init(_ folder: SimulatedFolder, own: ClientID) {
        self.folder = folder
        for index in folder.files.indices
        where folder.files[index].holder == nil && !folder.files[index].pending.isEmpty {
            folder.files[index].holder = ObjectIdentifier(self)
            queues.append(MutationQueue(clientID: folder.files[index].id, pending: folder.files[index].pending))
        }
        queues.append(MutationQueue(clientID: own))
    }

    func write(_ queue: MutationQueue, durably: Bool) throws(ProfileError) {
        folder.keep(queue, holder: ObjectIdentifier(self))
    }

    func remove(_ clientID: ClientID) { folder.remove(clientID) }

    func isPending(_ number: ChangeNumber) -> Bool {
        folder.files.contains { $0.id == number.client && $0.pending.contains { $0.number == number.number } }
    }

    func killed() {
        for index in folder.files.indices where folder.files[index].holder == ObjectIdentifier(self) {
            folder.files[index].holder = nil
        }
    }
}

extension MutationQueue {
    fileprivate var numbers: [ChangeNumber] { pending.map { ChangeNumber(client: clientID, number: $0.number) } }
}
