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

    var pendingCount: Int { files.reduce(0) { $0 + $1.pending.count } }
    /// Whether a process that is gone left something.
    var hasOrphans: Bool { files.contains { $0.holder == nil && !$0.pending.isEmpty } }

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
        if let index = folder.index(of: queue.clientID) {
            folder.files[index].pending = queue.pending
        } else {
            folder.files.append(.init(id: queue.clientID, pending: queue.pending, holder: ObjectIdentifier(self)))
        }
    }

    func remove(_ clientID: ClientID) { folder.files.removeAll { $0.id == clientID } }

    func killed() {
        for index in folder.files.indices where folder.files[index].holder == ObjectIdentifier(self) {
            folder.files[index].holder = nil
        }
    }
}
