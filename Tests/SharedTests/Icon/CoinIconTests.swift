import Shared
import TestSupport
import Testing

/// Each picture is checked before a terminal gets it.
struct CoinIconTests {
    @Test func aWholePNGIsAnIconAndStaysUnchanged() throws {
        let png = TestPNG.bytes()
        #expect(CoinIcon(png: png)?.png == png)
    }

    @Test func aTruncatedPictureIsNoIcon() {
        let png = TestPNG.bytes()
        for count in 0..<png.count { #expect(CoinIcon(png: Array(png.prefix(count))) == nil, "\(count) bytes") }
    }

    @Test func bytesAfterTheEndAreRefused() { #expect(CoinIcon(png: TestPNG.bytes() + [0]) == nil) }

    @Test func otherFilesAreNoIcons() {
        for text in ["", "GIF89a", "<html>404</html>", "\u{1B}]0;title\u{7}"] {
            #expect(CoinIcon(png: Array(text.utf8)) == nil)
        }
        var png = TestPNG.bytes()
        png[5] = 0
        #expect(CoinIcon(png: png) == nil, "another signature")
    }

    @Test(arguments: [(0, 64), (64, 0), (257, 64), (64, 100_000), (1 << 31, 1 << 31)])
    func sidesBeyondReasonAreRefused(width: Int, height: Int) {
        #expect(CoinIcon(png: TestPNG.bytes(width: width, height: height)) == nil)
    }

    @Test func theHeaderComesFirst() {
        let late = TestPNG.signature + TestPNG.chunk("tEXt", [1]) + TestPNG.bytes().dropFirst(TestPNG.signature.count)
        #expect(CoinIcon(png: late) == nil)
    }

    /// Programs may disagree about which header's size counts.
    @Test func thereIsOneHeader() {
        let plain = TestPNG.bytes()
        let header = TestPNG.signature.count + 25
        let twice = Array(plain[..<header]) + plain[TestPNG.signature.count..<header] + plain[header...]
        #expect(CoinIcon(png: twice) == nil)
    }

    /// Chunks that may unpack into megabytes: text, a color profile, an animation.
    @Test(arguments: ["zTXt", "iTXt", "iCCP", "acTL", "fdAT", "gAMA", "eXIf"])
    func whatThePictureDoesNotNeedIsLeftOut(type: String) {
        let plain = TestPNG.bytes()
        let header = TestPNG.signature.count + 25
        let png = Array(plain[..<header]) + TestPNG.chunk(type, Array(repeating: 7, count: 100)) + plain[header...]
        #expect(CoinIcon(png: png)?.png == plain)
    }

    @Test(arguments: ["JDAT", "IXYZ"]) func aPictureWithUnknownCriticalChunksIsNoIcon(type: String) {
        let plain = TestPNG.bytes()
        let header = TestPNG.signature.count + 25
        #expect(CoinIcon(png: Array(plain[..<header]) + TestPNG.chunk(type, [1]) + plain[header...]) == nil)
    }

    @Test func aPictureThatIsTooLargeIsRefused() {
        let room = CoinIcon.bytesMax - TestPNG.bytes(data: []).count
        #expect(CoinIcon(png: TestPNG.bytes(data: Array(repeating: 0, count: room))) != nil)
        #expect(CoinIcon(png: TestPNG.bytes(data: Array(repeating: 0, count: room + 1))) == nil)
    }

    @Test func damagedPicturesNeverCrash() {
        for seed in UInt64(1)...20_000 {
            var random = SeededGenerator(seed: seed)
            var png = TestPNG.bytes()
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                png[Int.random(in: 0..<png.count, using: &random)] = UInt8.random(in: .min ... .max, using: &random)
            }
            _ = CoinIcon(png: Array(png.prefix(Int.random(in: 0...png.count, using: &random))))
        }
    }
}
