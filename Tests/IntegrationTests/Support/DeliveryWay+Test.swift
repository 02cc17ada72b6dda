import Shared
import Testing

extension DeliveryWay {
    /// Signed posts to the address.
    static func webhook(to url: String) throws -> DeliveryWay {
        let address = try #require(DeliveryAddress(url))
        return DeliveryWay(id: .random(), kind: .webhook, name: "home", address: address, secret: newSigningKey())
    }
}
