/// What a reader of prices must know if the server makes them up.
package struct MockMarketWarning: CustomStringConvertible {
    package init() {}

    package var description: String { "these prices are made up: the server runs its mock market" }
}
