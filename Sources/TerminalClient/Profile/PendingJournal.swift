internal import Foundation
internal import NIOCore
package import Shared

/// Keeps a process's unconfirmed changes on disk, so that they arrive even if the process ends before the server answers.
///
/// One file for each client id, locked by the process that uses it; the lock goes with the process, whatever ends it. A file
/// that nobody holds is taken over, id and numbers included, which is what keeps a retry from applying twice.
package final class PendingJournal {
    package let clientID: ClientID
    /// What an earlier process left.
    package let inherited: [NumberedMutation]
    let directory: String
    private let path: String
    private let file: FileHandle

    private init(clientID: ClientID, path: String, file: FileHandle) {
        self.clientID = clientID
        self.path = path
        directory = String(path.dropLast(clientID.description.utf8.count + 1))
        self.file = file
        inherited = Self.decode((try? file.readToEnd()) ?? Data())
    }

    deinit { try? file.close() }

    /// Takes over what an earlier process left behind, or begins anew.
    /// - Throws: `ProfileError`
    package static func open(in directory: String) throws(ProfileError) -> PendingJournal {
        try ProfileFiles.makeDirectory(directory)
        let names = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
        for name in names.sorted() {
            guard let clientID = ClientID(hexadecimal: name) else { continue }
            let path = directory + "/" + name
            guard let file = lockedFile(path, creating: false) else { continue }
            let journal = PendingJournal(clientID: clientID, path: path, file: file)
            if !journal.inherited.isEmpty { return journal }
            journal.remove()
        }
        return try begin(in: directory)
    }

    /// Begins a journal under a new client id.
    package static func begin(in directory: String) throws(ProfileError) -> PendingJournal {
        var generator = SystemRandomNumberGenerator()
        let clientID = ClientID.random(using: &generator)
        let path = directory + "/" + clientID.description
        guard let file = lockedFile(path, creating: true) else {
            throw .unwritable(path: path, reason: String(cString: strerror(errno)))
        }
        return PendingJournal(clientID: clientID, path: path, file: file)
    }

    /// Makes `pending` what a later process would find.
    package func write(_ pending: [NumberedMutation]) {
        var buffer = ByteBuffer()
        for mutation in pending { ClientFrame.mutation(mutation).write(into: &buffer) }
        // If the disk is full, the change still lives in this process, and reaches the server if that does.
        try? file.seek(toOffset: 0)
        try? file.write(contentsOf: Data(buffer.readableBytesView))
        try? file.truncate(atOffset: UInt64(buffer.readableBytes))
    }

    /// At the end of a process that leaves nothing behind.
    package func remove() { unlink(path) }

    /// - Returns: nil if somebody else holds the file, or it cannot be opened.
    private static func lockedFile(_ path: String, creating: Bool) -> FileHandle? {
        let descriptor = Foundation.open(path, (creating ? O_CREAT | O_EXCL : 0) | O_RDWR | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return nil }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            close(descriptor)
            return nil
        }
        return FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    }

    /// Frames as they go over the wire. What a crash cut off in the middle was never shown as done.
    private static func decode(_ data: Data) -> [NumberedMutation] {
        var reader = FrameReader(limit: SessionLimits().clientFrameBytes)
        reader.append(ByteBuffer(bytes: data))
        var mutations: [NumberedMutation] = []
        while let body = try? reader.next(), case .mutation(let mutation)? = try? ClientFrame(frameBody: body) {
            guard mutations.last.map({ $0.number + 1 == mutation.number }) ?? true else { break }
            mutations.append(mutation)
        }
        return mutations
    }
}
