/// The kitty graphics protocol (https://sw.kovidgoyal.net/kitty/graphics-protocol/). Answers are asked for by the question
/// alone: whatever else is sent says that none is wanted (`q=2`).
extension ControlSequence {
    /// The number by which the answer to the question is known.
    static let imageQuestion = 31

    /// Would this terminal show an image of one point? Those that know the protocol answer, all others skip it.
    static let askForImages = image("i=\(imageQuestion),s=1,v=1,a=q,t=d,f=24", [0x41, 0x41, 0x41, 0x41])

    /// Takes every image off the screen, and keeps what was sent.
    static let hideImages = image("a=d,q=2")
    /// The same, and gives the terminal its memory back.
    static let dropImages = image("a=d,d=A,q=2")

    private static let chunkMax = 4096

    /// A PNG, in pieces as large as may be.
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

    /// Shows an image from the cursor's cell on, or moves it there if it is shown under this number already. The cursor stays.
    static func placeImage(_ image: UInt32, as number: Int, size: Size) -> [UInt8] {
        self.image("a=p,i=\(image),p=\(number),c=\(size.width),r=\(size.height),C=1,q=2")
    }

    static func removeImage(_ image: UInt32, as number: Int) -> [UInt8] {
        self.image("a=d,d=i,i=\(image),p=\(number),q=2")
    }

    /// Takes an image off the screen and out of the terminal's memory.
    static func dropImage(_ image: UInt32) -> [UInt8] { self.image("a=d,d=I,i=\(image),q=2") }

    private static func image(_ keys: String, _ payload: some Collection<UInt8> = EmptyCollection<UInt8>()) -> [UInt8] {
        let start = Array("\u{1B}_G\(keys)".utf8)
        return start + (payload.isEmpty ? [] : [UInt8(ascii: ";")] + payload) + [0x1B, UInt8(ascii: "\\")]
    }
}
