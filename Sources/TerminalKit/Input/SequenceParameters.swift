/// The numbers of a control sequence: `1;5:3` is 1 and 5, the latter with a part 3.
struct SequenceParameters {
    private let numbers: [[Int]]

    /// Nil if there are bytes other than digits, semicolons and colons.
    init?(_ bytes: some Sequence<UInt8>) {
        var numbers = [[0]]
        for byte in bytes {
            switch byte {
            case UInt8(ascii: ";"): numbers.append([0])
            case UInt8(ascii: ":"): numbers[numbers.count - 1].append(0)
            case 0x30...0x39: Self.append(digit: Int(byte) - 0x30, to: &numbers[numbers.count - 1])
            default: return nil
            }
        }
        self.numbers = numbers
    }

    /// Limits numbers, because no meaningful one has more than seven digits.
    private static func append(digit: Int, to parts: inout [Int]) {
        parts[parts.count - 1] = min(parts[parts.count - 1] * 10 + digit, 9_999_999)
    }

    var count: Int { numbers.count }

    /// The number at an index; 0 if it was left out.
    subscript(index: Int) -> Int { numbers.indices.contains(index) ? numbers[index][0] : 0 }

    /// The first number and its parts, as `CSI code:shifted:base u` has them.
    var keyNumber: KeyNumber {
        let parts = numbers[0] + [0, 0]
        return KeyNumber(plain: parts[0], shifted: parts[1], base: parts[2])
    }

    /// The second number, in the encoding of all terminals: the bits plus one.
    var modifiers: Key.Modifiers { Self.modifiers(self[1]) }
    /// Some terminals send `ESC O 5 P`, others `ESC O 1 ; 5 P`.
    var lastAsModifiers: Key.Modifiers { Self.modifiers(self[count - 1]) }

    /// The kitty protocol can report that a key was released, but this program does not ask for it.
    var isKeyRelease: Bool { numbers.count > 1 && numbers[1].count > 1 && numbers[1][1] == 3 }

    private static func modifiers(_ number: Int) -> Key.Modifiers {
        number < 2 ? [] : Key.Modifiers(rawValue: UInt8(truncatingIfNeeded: number - 1) & 15)
    }
}
