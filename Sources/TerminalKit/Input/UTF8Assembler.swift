/// Assembles characters from bytes that may arrive one at a time. Invalid bytes are dropped.
struct UTF8Assembler {
    private var pending: [UInt8] = []
    private var missing = 0

    mutating func drop() {
        pending.removeAll(keepingCapacity: true)
        missing = 0
    }

    /// Returns the character that this byte completes, one scalar at a time.
    mutating func add(_ byte: UInt8) -> Character? {
        if missing > 0, (0x80...0xBF).contains(byte) { return complete(with: byte) }
        drop()
        switch byte {
        case 0x20...0x7E: return Character(Unicode.Scalar(byte))
        case 0xC2...0xDF: begin(byte, missing: 1)
        case 0xE0...0xEF: begin(byte, missing: 2)
        case 0xF0...0xF4: begin(byte, missing: 3)
        default: break
        }
        return nil
    }

    private mutating func begin(_ byte: UInt8, missing count: Int) {
        pending.append(byte)
        missing = count
    }

    private mutating func complete(with byte: UInt8) -> Character? {
        pending.append(byte)
        missing -= 1
        guard missing == 0 else { return nil }
        defer { drop() }
        guard let scalar = String(validating: pending, as: UTF8.self)?.unicodeScalars.first else { return nil }
        // U+0080 to U+009F are controls, which no key sends.
        return scalar.value < 0xA0 ? nil : Character(scalar)
    }
}
