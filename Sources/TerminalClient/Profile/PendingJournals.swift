internal import NIOCore
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
        // A power cut may leave a file that was not synced empty, or zeros in place of its bytes. What waits is synced.
        if contents.allSatisfy({ $0 == 0 }) { return file.remove() }
        guard let queue = MutationQueue(stored: contents) else { return setAside(file, named: name) }
        if queue.pending.isEmpty { return file.remove() }
        files[queue.clientID] = file
        queues.append(queue)
    }

    /// Sets a file aside that cannot be read, because an earlier version or a broken disk has left it.
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

// MARK: Files

/// The beginning of a journal. A journal of an earlier version begins with the length of a frame.
private let journalMark = "tickwire journal 2\n"

extension MutationQueue {
    /// The mark, the client id, the highest confirmed number, the highest number that may have been sent, the time of
    /// the last Welcome (0: never), what is known about confirmed changes that undos take back, then frames as they go
    /// over the wire.
    fileprivate var stored: [UInt8] {
        var buffer = ByteBuffer(string: journalMark)
        buffer.writeBytes(clientID.bytes)
        for number in [confirmed, sent, welcomed?.wire ?? 0] { buffer.writeInteger(number) }
        let effects = neededHistory.effects.sorted { $0.key < $1.key }
        buffer.writeInteger(UInt32(effects.count))
        for (number, effect) in effects {
            let bytes = effect.bytes
            buffer.writeMultipleIntegers(number, effect.version, UInt32(bytes.count))
            buffer.writeBytes(bytes)
        }
        for mutation in pending { ClientFrame.mutation(mutation).write(into: &buffer) }
        return Array(buffer.readableBytesView)
    }

    /// - Returns: nil if the bytes cannot be read to their end.
    fileprivate init?(stored bytes: [UInt8]) {
        var buffer = ByteBuffer(bytes: bytes)
        guard buffer.readString(length: journalMark.utf8.count) == journalMark,
            let id = buffer.readBytes(length: ClientID.byteCount).flatMap({ ClientID(bytes: $0) }),
            let confirmed = buffer.readInteger(as: UInt64.self),
            let sent = buffer.readInteger(as: UInt64.self),
            let welcomed = buffer.readInteger(as: UInt64.self),
            let count = buffer.readInteger(as: UInt32.self)
        else { return nil }
        var effects: [UInt64: MutationEffect] = [:]
        for _ in 0..<count {
            guard let (number, version, length) = buffer.readMultipleIntegers(as: (UInt64, UInt64, UInt32).self),
                let bytes = buffer.readBytes(length: Int(length))
            else { return nil }
            effects[number] = MutationEffect(version: version, bytes: bytes)
        }
        var reader = FrameReader(limit: SessionLimits.clientFrameBytesMax)
        reader.append(buffer)
        var pending: [NumberedMutation] = []
        do throws(FrameError) {
            while let body = try reader.next() {
                guard case .mutation(let mutation) = try ClientFrame(frameBody: body),
                    mutation.number == (pending.last?.number ?? confirmed) + 1
                else { return nil }
                pending.append(mutation)
            }
        } catch {
            return nil
        }
        if reader.isInsideFrame { return nil }
        self.init(
            clientID: id,
            confirmed: confirmed,
            sent: sent,
            welcomed: welcomed == 0 ? nil : MarketTime(wire: welcomed),
            pending: pending,
            history: MutationHistory(effects)
        )
    }
}

extension HeldTable {
    /// The frames that a server would send for it: a welcome, then the table. At the end is their SHA-256, because a
    /// power cut may leave zeros in place of bytes.
    fileprivate var stored: [UInt8] {
        var limits = SessionLimits()
        limits.records = rules
        let welcome = Welcome(
            version: ProtocolVersion.supported.upperBound,
            serverVersion: "",
            serverTime: MarketTime(seconds: 0),
            userName: "",
            epoch: MarketEpoch(rawValue: 0),
            lastMutation: 0,
            limits: limits,
            user: UserPosition(store: store, version: table.version),
            offers: offers
        )
        var buffer = ByteBuffer()
        for frame in [ServerFrame.welcome(welcome), .userTable(table)] { frame.write(into: &buffer) }
        buffer.writeBytes(SHA256.hash(Array(buffer.readableBytesView)))
        return Array(buffer.readableBytesView)
    }

    fileprivate init?(stored bytes: [UInt8]) {
        var (reader, buffer) = (FrameReader(limit: SessionLimits().serverFrameBytes), ByteBuffer(bytes: bytes))
        let length = bytes.count - SHA256.byteCount
        guard let frames = buffer.readSlice(length: max(0, length)), buffer.readableBytes == SHA256.byteCount,
            Array(buffer.readableBytesView) == Array(SHA256.hash(Array(frames.readableBytesView)))
        else { return nil }
        reader.append(frames)
        func next() -> ServerFrame? { (try? reader.next()).flatMap { $0 }.flatMap { try? ServerFrame(frameBody: $0) } }
        guard case .welcome(let welcome)? = next(), case .userTable(let table)? = next(),
            welcome.user.version == table.version
        else { return nil }
        self.init(
            store: welcome.user.store,
            rules: welcome.limits.records,
            offers: welcome.offers,
            table: table
        )
    }
}
