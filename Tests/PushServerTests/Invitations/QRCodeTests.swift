import Testing

@testable import PushServer

/// QR codes against published tables. When this was written, zxing-cpp read codes of every length from 1 to 520 bytes.
/// zbar read what `user invite` had printed from pictures of xterm, white on black and black on white: with DejaVu Sans
/// Mono, Liberation Mono, and the bitmap fonts 6x13, 8x13 and 9x18 of X. It cannot read it where the font has no blocks.
struct QRCodeTests {
    /// "HELLO WORLD" as version 1-M, the example of thonky.com/qr-code-tutorial.
    @Test func theCheckCodewordsEqualThePublishedExample() {
        let data: [UInt8] = [32, 91, 11, 120, 209, 114, 220, 77, 67, 64, 236, 17, 236, 17, 236, 17]
        #expect(ReedSolomon.checks(of: data, count: 10) == [196, 35, 39, 119, 235, 215, 231, 226, 93, 23])
    }

    /// ISO/IEC 18004, tables C.1 and D.1.
    @Test func formatAndVersionHaveThePublishedBits() {
        #expect(QRCode.format(mask: 0) == 0b111_0111_1100_0100)
        #expect(QRCode.format(mask: 1) == 0b111_0010_1111_0011)
        #expect(QRCode.format(mask: 4) == 0b110_0110_0010_1111)
        #expect(QRCode.versionBits(7) == 0x07C94)
        #expect(QRCode.versionBits(8) == 0x085BC)
        #expect(QRCode.versionBits(15) == 0x0F928)
    }

    /// Table 7 of the standard: bytes at level L.
    @Test(arguments: [(17, 21), (18, 25), (32, 25), (53, 29), (78, 33), (106, 37), (230, 53), (271, 57), (520, 77)])
    func aTextTakesTheSmallestCodeThatHoldsIt(bytes: Int, size: Int) throws {
        let code = try #require(QRCode(String(repeating: "x", count: bytes)))
        #expect(code.size == size)
    }

    @Test func aTextThatIsTooLongHasNoCode() { #expect(QRCode(String(repeating: "x", count: 521)) == nil) }

    @Test func threeCornersHaveFindersAndTheirMarginIsLight() throws {
        let code = try #require(QRCode("tickwire://join"))
        let last = code.size - 7
        for (row, column) in [(0, 0), (0, last), (last, 0)] {
            for down in 0..<7 {
                for right in 0..<7 {
                    let ring = max(abs(down - 3), abs(right - 3))
                    #expect(code[row + down, column + right] == (ring != 2))
                }
            }
        }
        for place in 0..<8 { #expect(!code[7, place] && !code[place, 7]) }
    }

    @Test func itsLinesHaveTwoRowsEachAndAMargin() throws {
        let code = try #require(QRCode("tickwire"))
        let lines = code.lines
        #expect(lines.count == (code.size + 8 + 1) / 2)
        let blank = "\u{1B}[30;107m" + String(repeating: " ", count: code.size + 8) + "\u{1B}[0m"
        #expect(lines.prefix(2).allSatisfy { $0 == blank })
    }

    @Test func darkModulesAreBackgroundBecauseBlocksLeaveGapsBetweenRows() throws {
        let line = try #require(QRCode("tickwire")).lines[2]
        // The first two rows of a finder pattern: a dark bar, and its two ends.
        #expect(
            line.hasPrefix("\u{1B}[30;107m    \u{1B}[97;40m ▄▄▄▄▄ \u{1B}[30;107m "),
            "\(line.debugDescription)"
        )
        #expect(!line.contains("█"))
    }
}
