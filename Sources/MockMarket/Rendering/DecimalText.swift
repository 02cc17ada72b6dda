/// A decimal number that is about to be printed: its significant digits and the place of its point.
struct DecimalText {
    private let isNegative: Bool
    /// Without zeros at the end; empty for zero.
    private let digits: ArraySlice<UInt8>
    /// The power of ten of the first digit.
    private let magnitude: Int

    init(mantissa: Int64, decimals: Int) {
        isNegative = mantissa < 0
        let all = Array(String(mantissa.magnitude).utf8)
        let significant = all.lastIndex { $0 != Self.zero }.map { all[...$0] } ?? []
        digits = significant
        magnitude = all.count - 1 - decimals
    }

    func append(to bytes: inout [UInt8], _ style: JSONWriter.NumberStyle) {
        if isNegative { bytes.append(UInt8(ascii: "-")) }
        switch style {
        case .script where digits.isEmpty: bytes.append(Self.zero)
        case .script where (-6..<21).contains(magnitude): appendPlain(to: &bytes, decimalsMin: 0)
        case .script: appendScientific(to: &bytes, mark: UInt8(ascii: "e"), decimalsMin: 0)
        case .java where digits.isEmpty: bytes.append(contentsOf: "0.0".utf8)
        case .java where (-3..<7).contains(magnitude): appendPlain(to: &bytes, decimalsMin: 1)
        case .java: appendScientific(to: &bytes, mark: UInt8(ascii: "E"), decimalsMin: 1)
        }
    }

    private func appendPlain(to bytes: inout [UInt8], decimalsMin: Int) {
        let wholeCount = max(0, magnitude + 1)
        if wholeCount == 0 { bytes.append(Self.zero) }
        bytes.append(contentsOf: digits.prefix(wholeCount))
        appendZeros(wholeCount - digits.count, to: &bytes)
        let fraction = digits.dropFirst(wholeCount)
        guard !fraction.isEmpty || decimalsMin > 0 else { return }
        bytes.append(UInt8(ascii: "."))
        appendZeros(-magnitude - 1, to: &bytes)
        bytes.append(contentsOf: fraction)
        if fraction.isEmpty { bytes.append(Self.zero) }
    }

    private func appendScientific(to bytes: inout [UInt8], mark: UInt8, decimalsMin: Int) {
        bytes.append(contentsOf: digits.prefix(1))
        let fraction = digits.dropFirst()
        if !fraction.isEmpty || decimalsMin > 0 {
            bytes.append(UInt8(ascii: "."))
            bytes.append(contentsOf: fraction)
            if fraction.isEmpty { bytes.append(Self.zero) }
        }
        bytes.append(mark)
        // JavaScript writes a plus sign and Java does not. Only tiny numbers come here in the script style.
        bytes.append(contentsOf: String(magnitude).utf8)
    }

    private func appendZeros(_ count: Int, to bytes: inout [UInt8]) {
        for _ in 0..<max(0, count) { bytes.append(Self.zero) }
    }

    private static let zero = UInt8(ascii: "0")
}
