import Shared
import Testing

struct HexadecimalTests {
    @Test func bytesAndNumbersKeepTheirZeros() {
        #expect([UInt8]().hexadecimal == "")
        #expect(([0x00, 0x0A, 0xB0, 0xFF] as [UInt8]).hexadecimal == "000ab0ff")
        #expect(UInt16(0x2E).hexadecimal == "002e")
        #expect(UInt64.max.hexadecimal == "ffffffffffffffff")
    }
}
