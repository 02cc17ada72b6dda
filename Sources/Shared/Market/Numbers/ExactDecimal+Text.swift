extension ExactDecimal {
    /// Reads a JSON number or its text: sign, digits, point, exponent (RFC 8259 section 6, leading zeros allowed).
    /// - Throws: `.notANumber`, or `.overflow` when digits would be lost.
    public init(parsing text: some StringProtocol) throws(ExactDecimalError) {
        try self.init(parsing: ArraySlice(text.utf8))
    }

    /// The same from UTF-8 bytes, as in an answer.
    ///
    /// - Parameter droppingExcessDecimals: accepts a number that is too long and drops its last decimals. For sums such
    ///   as a turnover, never for a price.
    public init(
        parsing bytes: ArraySlice<UInt8>,
        droppingExcessDecimals: Bool = false
    ) throws(ExactDecimalError) {
        if let (mantissa, exponent) = Self.plain(bytes) {
            try self.init(mantissa: mantissa, exponent: exponent)
            return
        }
        var scanner = DecimalScanner(dropsExcessDecimals: droppingExcessDecimals)
        for byte in bytes {
            guard try scanner.take(byte) else { throw .notANumber(String(decoding: bytes, as: UTF8.self)) }
        }
        guard let (mantissa, exponent) = scanner.finished else {
            throw .notANumber(String(decoding: bytes, as: UTF8.self))
        }
        try self.init(mantissa: mantissa, exponent: exponent)
    }

    /// Nearly all numbers are at most 18 digits with a point somewhere among them, and need no scanner.
    /// - Returns: nil for anything else.
    private static func plain(_ bytes: ArraySlice<UInt8>) -> (mantissa: Int64, exponent: Int)? {
        guard 1...18 ~= bytes.count else { return nil }
        var (mantissa, point): (Int64, Int?) = (0, nil)
        for (index, byte) in zip(bytes.indices, bytes) {
            let digit = byte &- UInt8(ascii: "0")
            if digit < 10 {
                mantissa = mantissa &* 10 &+ Int64(digit)
            } else if byte == UInt8(ascii: "."), point == nil, index > bytes.startIndex {
                point = index
            } else {
                return nil
            }
        }
        let decimals = point.map { bytes.endIndex - 1 - $0 }
        return decimals == 0 ? nil : (mantissa, -(decimals ?? 0))
    }

    /// The number in plain digits, without an exponent: `0.00000123`.
    public var plainText: String { Self.plainText(mantissa: mantissa, exponent: exponent) }

    /// `mantissa × 10^exponent` with exactly `-exponent` decimals.
    public static func plainText(mantissa: Int64, exponent: Int) -> String {
        let digits = String(mantissa.magnitude)
        let sign = mantissa < 0 ? "-" : ""
        guard exponent < 0 else { return sign + digits + String(repeating: "0", count: mantissa == 0 ? 0 : exponent) }
        let padded = String(repeating: "0", count: max(0, 1 - exponent - digits.count)) + digits
        return sign + padded.dropLast(-exponent) + "." + padded.suffix(-exponent)
    }
}

extension ExactDecimal: CustomStringConvertible {
    public var description: String { plainText }
}

/// The grammar of a decimal number, one byte at a time. Trailing zeros cost no digits, so `1.000000000000000000000` fits.
private struct DecimalScanner {
    /// All 18-digit numbers fit an `Int64`.
    private static let digitsKept = 18

    private enum Part { case start, whole, point, fraction, exponentMark, exponentSign, exponent }
    private var part = Part.start
    private var negative = false
    private var digits: Int64 = 0
    private var digitCount = 0
    private var zerosHeldBack = 0
    private var decimals = 0
    private var exponent = 0
    private var exponentNegative = false
    private let dropsExcessDecimals: Bool

    init(dropsExcessDecimals: Bool) { self.dropsExcessDecimals = dropsExcessDecimals }

    var finished: (mantissa: Int64, exponent: Int)? {
        guard part == .whole || part == .fraction || part == .exponent else { return nil }
        let power = (exponentNegative ? -exponent : exponent) - decimals + zerosHeldBack
        return (negative ? -digits : digits, power)
    }

    /// - Returns: false when `byte` cannot stand here.
    mutating func take(_ byte: UInt8) throws(ExactDecimalError) -> Bool {
        switch (byte, part) {
        case (UInt8(ascii: "-"), .start):
            if negative { return false }
            negative = true
        case (UInt8(ascii: "0")...UInt8(ascii: "9"), _):
            return try takeDigit(Int64(byte - UInt8(ascii: "0")))
        case (UInt8(ascii: "."), .whole): part = .point
        case (UInt8(ascii: "e"), .whole), (UInt8(ascii: "e"), .fraction): part = .exponentMark
        case (UInt8(ascii: "E"), .whole), (UInt8(ascii: "E"), .fraction): part = .exponentMark
        case (UInt8(ascii: "+"), .exponentMark): part = .exponentSign
        case (UInt8(ascii: "-"), .exponentMark): (part, exponentNegative) = (.exponentSign, true)
        default: return false
        }
        return true
    }

    private mutating func takeDigit(_ digit: Int64) throws(ExactDecimalError) -> Bool {
        switch part {
        case .start, .whole:
            part = .whole
            try append(digit)
        case .point, .fraction:
            part = .fraction
            if dropsExcessDecimals, isFull { return true }
            decimals += 1
            try append(digit)
        case .exponentMark, .exponentSign, .exponent:
            part = .exponent
            exponent = min(exponent * 10 + Int(digit), 100_000)
        }
        return true
    }

    private var isFull: Bool {
        digitCount + zerosHeldBack >= Self.digitsKept || decimals >= ExactDecimal.decimalsMax
    }

    private mutating func append(_ digit: Int64) throws(ExactDecimalError) {
        guard digit != 0 else {
            if digits != 0 { zerosHeldBack += 1 }
            return
        }
        for _ in 0..<zerosHeldBack { try shift(adding: 0) }
        zerosHeldBack = 0
        try shift(adding: digit)
    }

    private mutating func shift(adding digit: Int64) throws(ExactDecimalError) {
        let (tens, overflow) = digits.multipliedReportingOverflow(by: 10)
        let (sum, carry) = tens.addingReportingOverflow(digit)
        if overflow || carry { throw .overflow }
        digits = sum
        if digits != 0 { digitCount += 1 }
    }
}
