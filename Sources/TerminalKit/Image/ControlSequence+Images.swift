/// The kitty graphics protocol (https://sw.kovidgoyal.net/kitty/graphics-protocol/). Only the question asks for an
/// answer. All other commands say that none is wanted (`q=2`).
extension ControlSequence {
    /// The number that identifies the answer to the question.
    static let imageQuestion = 31

    /// Asks whether this terminal would show an image of one point. Terminals that know the protocol answer, and all
    /// others ignore it.
    static let askForImages = image("i=\(imageQuestion),s=1,v=1,a=q,t=d,f=24", [0x41, 0x41, 0x41, 0x41])

    /// Removes every image from the screen and keeps what was sent.
    static let hideImages = image("a=d,q=2")
    /// Removes every image from the screen and from the terminal's memory.
    static let dropImages = image("a=d,d=A,q=2")

    private static let chunkMax = 4096

    /// A PNG, in the largest allowed pieces.
    static func sendImage(_ image: Image) -> [UInt8] {
        let payload = Array(Base64.encode(image.png).utf8)
        var bytes: [UInt8] = []
        for start in stride(from: 0, to: max(1, payload.count), by: chunkMax) {
            let piece = payload[start..<min(start + chunkMax, payload.count)]
            let keys = start == 0 ? "a=t,f=100,i=\(image.id),q=2," : ""
            bytes += self.image("\(keys)m=\(piece.endIndex < payload.count ? 1 : 0)", piece)
        }
        return bytes
    }

    /// Shows an image from the cursor's cell on, or moves it there if it is shown under this number already. The cursor
    /// does not move.
    static func placeImage(_ image: UInt32, as number: Int, size: Size) -> [UInt8] {
        self.image("a=p,i=\(image),p=\(number),c=\(size.width),r=\(size.height),C=1,q=2")
    }

    static func removeImage(_ image: UInt32, as number: Int) -> [UInt8] {
        self.image("a=d,d=i,i=\(image),p=\(number),q=2")
    }

    /// Removes an image from the screen and from the terminal's memory.
    static func dropImage(_ image: UInt32) -> [UInt8] { self.image("a=d,d=I,i=\(image),q=2") }

    private static func image(_ keys: String, _ payload: some Collection<UInt8> = EmptyCollection<UInt8>()) -> [UInt8] {
        let start = Array("\u{1B}_G\(keys)".utf8)
        return start + (payload.isEmpty ? [] : [UInt8(ascii: ";")] + payload) + [0x1B, UInt8(ascii: "\\")]
    }
}

/// Base64 (RFC 4648). Without this, the library would need Foundation.
enum Base64 {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    static func encode(_ bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let group = bytes[start..<min(start + 3, bytes.count)]
            let bits = group.reduce(0) { $0 << 8 | UInt32($1) } << (8 * (3 - UInt32(group.count)))
            for place in 0...group.count { text.append(alphabet[Int(bits >> (18 - 6 * UInt32(place)) & 63)]) }
            text += Array(repeating: UInt8(ascii: "="), count: 3 - group.count)
        }
        return String(decoding: text, as: UTF8.self)
    }
}
