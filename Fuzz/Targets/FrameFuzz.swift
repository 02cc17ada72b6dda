internal import NIOCore
internal import Shared

/// Streams of frames in both directions. What can be read is written and read again, and must be the same.
enum FrameFuzz {
    static func client(_ bytes: [UInt8]) {
        read(bytes, limit: SessionLimits().clientFrameBytes) { body in
            guard let frame = try? ClientFrame(frameBody: body) else { return }
            var buffer = ByteBuffer()
            frame.write(into: &buffer)
            buffer.moveReaderIndex(forwardBy: 4)
            let again = try? ClientFrame(frameBody: buffer)
            precondition(again == frame, "a client's frame changes on its way")
        }
    }

    /// Also applies what a server says of the market and of the user, which may be anything.
    static func server(_ bytes: [UInt8]) {
        var table = MarketTable()
        var user = UserTable()
        read(bytes, limit: SessionLimits().serverFrameBytes) { body in
            guard let frame = try? ServerFrame(frameBody: body) else { return }
            var buffer = ByteBuffer()
            frame.write(into: &buffer)
            buffer.moveReaderIndex(forwardBy: 4)
            let again = try? ServerFrame(frameBody: buffer)
            precondition(again == frame, "a server's frame changes on its way")
            switch frame {
            case .marketDiff(let diff): try? table.apply(diff)
            case .snapshotPart(let part): try? table.append(part)
            case .userTable(let whole): user = whole
            case .userDiff(let diff): try? user.apply(diff)
            default: break
            }
        }
        precondition(table.count <= MarketTable.rowsMax, "a table without end takes memory")
    }

    /// In pieces, as a socket gives them.
    static func read(_ bytes: [UInt8], limit: Int, _ take: (ByteBuffer) -> Void) {
        var reader = FrameReader(limit: limit)
        var rest = bytes[...]
        while !rest.isEmpty {
            let piece = rest.prefix(1 + Int(rest.count % 37))
            rest = rest.dropFirst(piece.count)
            reader.append(ByteBuffer(bytes: piece))
            do {
                while let body = try reader.next() { take(body) }
            } catch {
                return
            }
        }
    }
}
