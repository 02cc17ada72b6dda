internal import Foundation
internal import Shared

/// A post as it goes over the wire.
struct PostMessage: Equatable {
    let body: [UInt8]
    let headerLines: [String]

    /// - Parameters:
    ///   - symbol: the symbol of the alert's coin.
    ///   - time: when this try is made.
    init(_ post: OutgoingPost, symbol: String, at time: MarketTime) {
        switch post.delivery.kind {
        case .ntfy: self.init(ntfy: post, symbol: symbol)
        case .webhook: self.init(webhook: post, symbol: symbol, at: time)
        }
    }

    private static func text(_ post: OutgoingPost, _ symbol: String) -> String {
        post.event?.line(symbol, in: nil) ?? "This is a test message of Tickwire."
    }

    /// As https://docs.ntfy.sh/publish describes it: the text is the body, and the rest is in header fields.
    private init(ntfy post: OutgoingPost, symbol: String) {
        body = Array(Self.text(post, symbol).utf8)
        let title = post.event == nil ? "Tickwire" : "Tickwire: \(symbol)"
        var lines = [
            "Content-Type: text/plain; charset=utf-8",
            "Title: \(Self.headerText(title))",
            "Priority: \(post.event == nil ? "default" : "high")",
            "Idempotency-Key: \(post.idempotencyKey)",
        ]
        if !post.delivery.secret.isEmpty { lines.append("Authorization: Bearer \(post.delivery.secret)") }
        headerLines = lines
    }

    /// Signs the time and the body, so that a receiver can refuse a message that somebody else sent, or sends again.
    private init(webhook post: OutgoingPost, symbol: String, at time: MarketTime) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let content = WebhookBody(post.event, symbol: symbol, text: Self.text(post, symbol))
        // Only texts, numbers and booleans, all of which JSON can encode.
        guard let data = try? encoder.encode(content) else { preconditionFailure("a post is encodable") }
        body = Array(data)
        let stamp = String(time.milliseconds)
        headerLines = [
            "Content-Type: application/json",
            "Tickwire-Time: \(stamp)",
            "Tickwire-Signature: v1=\(Self.signature(of: body, at: stamp, key: post.delivery.secret))",
            "Idempotency-Key: \(post.idempotencyKey)",
        ]
    }

    /// HMAC-SHA-256 of the time in milliseconds, a point, and the body, as hexadecimal digits.
    static func signature(of body: [UInt8], at stamp: String, key: String) -> String {
        HMAC.sha256(Array(stamp.utf8) + [UInt8(ascii: ".")] + body, key: Array(key.utf8)).hexadecimal
    }

    /// ASCII stays as it is. Other text is encoded by RFC 2047, which ntfy decodes.
    private static func headerText(_ text: String) -> String {
        let visible = text.visible
        if visible.utf8.allSatisfy({ 0x20...0x7E ~= $0 }) { return visible }
        return "=?UTF-8?B?\(Data(visible.utf8).base64EncodedString())?="
    }
}

private struct WebhookBody: Encodable {
    let kind: String
    let text: String
    let number: UInt64?
    let alert: String?
    let coin: UInt32?
    let symbol: String?
    let condition: String?
    let note: String?
    let price: String?
    let currency: String?
    let source: String?
    let time: Int64?
    let whileDown: Bool?

    enum CodingKeys: String, CodingKey {
        case kind, text, number, alert, symbol, condition, note, price, currency, source
        case coin = "coin_id"
        case time = "time_ms"
        case whileDown = "while_down"
    }

    init(_ event: AlertEvent?, symbol: String, text: String) {
        (kind, self.text) = (event == nil ? "test" : "alert", text)
        self.symbol = event.map { _ in symbol }
        (number, alert, coin) = (event?.number, event?.alert.description, event?.coin.rawValue)
        (condition, note, price) = (event?.condition.typed, event?.note, event?.price.plainText)
        currency = event?.currency
        (source, time, whileDown) = (event?.source, event?.time.milliseconds, event?.whileDown)
    }
}
