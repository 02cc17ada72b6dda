import NIOCore
import Shared

extension Spoiling {
    /// The same answer with the fault in it.
    func applied(to reply: MockReply) -> MockReply {
        var body = reply.wholeBody
        if self == .byteOrderMark { return reply.replacingBody(by: [0xEF, 0xBB, 0xBF] + body) }
        if case .clock(let offset) = self { body = JSONRows.shiftingTimes(in: body, by: offset) }
        if case .stopped(let time) = self { body = JSONRows.settingTimes(in: body, to: time) }
        guard var rows = JSONRows(body) else { return reply.replacingBody(by: body) }
        apply(to: &rows)
        return reply.replacingBody(by: rows.bytes)
    }

    private func apply(to rows: inout JSONRows) {
        switch self {
        case .rows(let count): rows.rows = Array(rows.rows.prefix(count))
        case .badRows(let count):
            for index in rows.rows.indices.prefix(count) { rows.rows[index] = Array("{}".utf8) }
        case .without(let symbol): rows.rows.removeAll { JSONRows.isRow($0, of: symbol) }
        case .twice(let symbol): rows.rows = rows.rows.flatMap { JSONRows.isRow($0, of: symbol) ? [$0, $0] : [$0] }
        case .price(let symbol, let price):
            rows.change(of: symbol, ["close", "price", "lastPrice"]) { price.spoilt($0) }
        case .age(let symbol, let milliseconds):
            rows.change(of: symbol, ["last_updated"]) { text in
                MarketTime(iso8601: text.filter { $0 != "\"" }).map {
                    "\"\($0.adding(milliseconds: -milliseconds).iso8601)\""
                } ?? text
            }
        case .state(let state): rows.change(of: nil, ["state", "status"]) { _ in "\"\(state)\"" }
        case .clock, .stopped, .byteOrderMark: break
        }
    }
}

extension Spoiling.Price {
    fileprivate func spoilt(_ right: String) -> String {
        let isText = right.hasPrefix("\"")
        guard let price = try? ExactDecimal(parsing: right.filter { $0 != "\"" }) else { return right }
        func decimal(_ mantissa: Int64, _ exponent: Int) -> String {
            let text = (try? ExactDecimal(mantissa: mantissa, exponent: exponent))?.plainText ?? right
            return isText ? "\"\(text)\"" : text
        }
        switch self {
        case .text(let text): return text
        case .times(let factor):
            let product = price.mantissa.multipliedReportingOverflow(by: Int64(factor))
            return product.overflow ? right : decimal(product.partialValue, price.exponent)
        // Add some decimals, so that no significant digit is lost.
        case .part(let divisor):
            let longer = price.mantissa.multipliedReportingOverflow(by: 1_000_000)
            return longer.overflow ? right : decimal(longer.partialValue / Int64(divisor), price.exponent - 6)
        }
    }
}

extension MockReply {
    fileprivate var wholeBody: [UInt8] {
        steps.reduce(into: []) { whole, step in
            if case .body(let bytes) = step { whole += bytes.readableBytesView }
        }
    }

    fileprivate func replacingBody(by bytes: [UInt8]) -> MockReply {
        var hasBody = false
        let changed = steps.compactMap { step -> Step? in
            guard case .body = step else { return step }
            defer { hasBody = true }
            return hasBody ? nil : .body(ByteBuffer(bytes: bytes))
        }
        return MockReply(steps: changed).adding("Content-Length", "\(bytes.count)")
    }
}
