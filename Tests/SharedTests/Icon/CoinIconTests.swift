import NIOCore
import Shared
import Testing

/// A picture is looked at before a terminal is trusted with it, and never changed.
struct CoinIconTests {
    @Test func aWholePNGIsAnIconAndStaysAsItIs() throws {
        let png = Self.png()
        #expect(CoinIcon(png: png)?.png == png)
    }

    @Test func whatIsCutOffIsNone() {
        let png = Self.png()
        for count in 0..<png.count { #expect(CoinIcon(png: Array(png.prefix(count))) == nil, "\(count) bytes") }
    }

    @Test func nothingMayFollow() { #expect(CoinIcon(png: Self.png() + [0]) == nil) }

    @Test func otherFilesAreNone() {
        for text in ["", "GIF89a", "<html>404</html>", "\u{1B}]0;title\u{7}"] {
            #expect(CoinIcon(png: Array(text.utf8)) == nil)
        }
        var png = Self.png()
        png[5] = 0
        #expect(CoinIcon(png: png) == nil, "another signature")
    }

    @Test(arguments: [(0, 64), (64, 0), (257, 64), (64, 100_000), (1 << 31, 1 << 31)])
    func sidesBeyondReasonAreRefused(width: Int, height: Int) {
        #expect(CoinIcon(png: Self.png(width: width, height: height)) == nil)
    }

    @Test func anythingBefore() {
        let late = Self.signature + Self.chunk("tEXt", [1]) + Self.png().dropFirst(Self.signature.count)
        #expect(CoinIcon(png: late) == nil, "the header comes first")
    }

    @Test func whatIsTooLargeIsRefused() {
        let room = CoinIcon.bytesMax - Self.png(data: []).count
        #expect(CoinIcon(png: Self.png(data: Array(repeating: 0, count: room))) != nil)
        #expect(CoinIcon(png: Self.png(data: Array(repeating: 0, count: room + 1))) == nil)
    }

    @Test func damagedPicturesNeverCrash() {
        for seed in UInt64(1)...20_000 {
            var random = SplitMix(seed: seed)
            var png = Self.png()
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                png[Int.random(in: 0..<png.count, using: &random)] = UInt8.random(in: .min ... .max, using: &random)
            }
            _ = CoinIcon(png: Array(png.prefix(Int.random(in: 0...png.count, using: &random))))
        }
    }

    @Test func iconsSurviveTheWireAndWhatIsNoneIsReadAsNone() throws {
        let icon = try #require(CoinIcon(png: Self.png()))
        for frame in [ServerFrame.icon(CoinID(7), icon), .icon(CoinID(.max), nil)] {
            let read = try ServerFrame(frameBody: try Self.body(frame.write))
            #expect(read == frame)
        }
        let request = ClientFrame.iconRequest([CoinID(1), CoinID(.max), CoinID(0)])
        let readRequest = try ClientFrame(frameBody: try Self.body(request.write))
        #expect(readRequest == request)
        // Icon of coin 7 with three bytes.
        let rubbish: [UInt8] = [0x6a, 0x07, 0x08, 7, 0x12, 3, 1, 2, 3]
        let read = try ServerFrame(frameBody: ByteBuffer(bytes: rubbish))
        #expect(read == .icon(CoinID(7), nil))
    }

    // MARK: Support

    private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    private static func png(width: Int = 64, height: Int = 64, data: [UInt8] = [1, 2, 3]) -> [UInt8] {
        signature + chunk("IHDR", number(width) + number(height) + [8, 6, 0, 0, 0]) + chunk("IDAT", data)
            + chunk("IEND", [])
    }

    /// Nobody looks at the checksum: it is the terminal's business.
    private static func chunk(_ type: String, _ content: [UInt8]) -> [UInt8] {
        number(content.count) + Array(type.utf8) + content + [0, 0, 0, 0]
    }

    private static func number(_ value: Int) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
    }

    private static func body(_ write: (inout ByteBuffer) -> Void) throws -> ByteBuffer {
        var buffer = ByteBuffer()
        write(&buffer)
        var reader = FrameReader(limit: 1 << 20)
        reader.append(buffer)
        let body = try reader.next()
        return try #require(body)
    }
}
