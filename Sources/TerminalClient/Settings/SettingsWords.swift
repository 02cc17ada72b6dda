/// What Settings says of a row, besides the meaning of a setting's value.
enum SettingsWords: Hashable, Sendable, CustomStringConvertible {
    // MARK: What a row does
    case devices
    case logOut
    /// Logs out without a connection.
    case forgetLogin
    case favorites(count: Int)

    // MARK: The currency
    /// A coin that serves as a currency.
    case currencyByPrice(String)
    case currencyByRates(String, source: String, day: String)

    // MARK: Values
    /// The server has not sent the value yet.
    case offline
    /// The server offers one value, which has no explanation.
    case onlyValue
    /// The stored value is not offered, so another one takes effect.
    /// - Parameter effect: the explanation of that one.
    case notOffered(String, effect: String)
    /// A later version has stored the value.
    case notKnown(String, effect: String)

    var description: String {
        switch self {
        case .devices: "See where you are logged in, and sign a device out."
        case .logOut: "Signs out every window on this machine."
        case .forgetLogin: "You are offline: only this machine forgets the login."
        case .favorites(count: 0): "You have none."
        case .favorites(count: 1): "You have 1, on all your terminals."
        case .favorites(let count): "You have \(count), on all your terminals."
        case .currencyByPrice(let name): "\(name), by its price. Charts stay in USD."
        case .currencyByRates(let name, let source, let day): "\(name), by the \(source)'s rates of \(day)."
        case .offline: "This setting appears once there is a connection."
        case .onlyValue: "The server offers no other value."
        case .notOffered(let value, let effect): "This server does not offer \(value). \(effect)"
        case .notKnown(let value, let effect): "This version does not know \(value). \(effect)"
        }
    }
}
