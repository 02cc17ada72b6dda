internal import NIOCore
package import Shared

/// Keeps unconfirmed changes on disk, so that they arrive even if the process ends before the server answers.
///
/// A folder of one file for each client id, locked by the process that uses it; the lock goes with the process, whatever ends
/// it. Files that nobody holds are taken over, id and numbers included, which is what keeps a retry from applying twice.
@MainActor
package final class PendingJournals: PendingStore {
    private let directory: String
    private var files: [ClientID: LockedFile] = [:]
    package private(set) var queues: [MutationQueue] = []

    /// Takes over what earlier processes left behind.
    /// - Throws: `ProfileError`
    package init(directory: String) throws(ProfileError) {
        self.directory = directory
        try ProfileFiles.makeDirectory(directory)
        for clientID in Self.clientIDs(in: directory) {
            guard let file = LockedFile(existing: path(clientID)) else { continue }
            let pending = Self.decode(file.contents)
            if pending.isEmpty {
                file.remove()
            } else {
                files[clientID] = file
                queues.append(MutationQueue(clientID: clientID, pending: pending))
            }
        }
        queues.append(MutationQueue(clientID: .random()))
    }

    package func write(_ queue: MutationQueue, durably: Bool) throws(ProfileError) {
        var buffer = ByteBuffer()
        for mutation in queue.pending { ClientFrame.mutation(mutation).write(into: &buffer) }
        do throws(SystemError) {
            try file(of: queue.clientID).replace(with: Array(buffer.readableBytesView), durably: durably)
        } catch {
            throw .unwritable(path: path(queue.clientID), reason: error.description)
        }
    }

    package func remove(_ clientID: ClientID) { files.removeValue(forKey: clientID)?.remove() }

    private func file(of clientID: ClientID) throws(SystemError) -> LockedFile {
        if let file = files[clientID] { return file }
        let file = try LockedFile(creating: path(clientID))
        files[clientID] = file
        return file
    }

    private func path(_ clientID: ClientID) -> String { "\(directory)/\(clientID)" }

    private static func clientIDs(in directory: String) -> [ClientID] {
        let files = SmallFile.names(in: directory).compactMap { name in
            ClientID(hexadecimal: name).map { (id: $0, written: SmallFile.modified("\(directory)/\(name)")) }
        }
        return files.sorted { $0.written < $1.written }.map(\.id)
    }

    /// Frames as they go over the wire. What a crash cut off in the middle was never shown as done.
    private static func decode(_ bytes: [UInt8]) -> [NumberedMutation] {
        var reader = FrameReader(limit: SessionLimits().clientFrameBytes)
        reader.append(ByteBuffer(bytes: bytes))
        var mutations: [NumberedMutation] = []
        while let body = try? reader.next(), case .mutation(let mutation)? = try? ClientFrame(frameBody: body) {
            guard mutations.last.map({ $0.number + 1 == mutation.number }) ?? true else { break }
            mutations.append(mutation)
        }
        return mutations
    }
}
