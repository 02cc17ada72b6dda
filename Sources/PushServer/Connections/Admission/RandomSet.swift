/// A set that returns a random element in constant time.
struct RandomSet<Element: Hashable & Sendable>: Sendable {
    private var elements: [Element] = []
    private var places: [Element: Int] = [:]

    var count: Int { elements.count }

    mutating func insert(_ element: Element) {
        guard places[element] == nil else { return }
        places[element] = elements.count
        elements.append(element)
    }

    mutating func remove(_ element: Element) {
        guard let place = places.removeValue(forKey: element) else { return }
        let last = elements.removeLast()
        if place < elements.count {
            elements[place] = last
            places[last] = place
        }
        // Each host has one of these, so an empty set must hold no memory.
        if elements.isEmpty { self = RandomSet() }
    }

    func randomElement(using generator: inout some RandomNumberGenerator) -> Element? {
        elements.randomElement(using: &generator)
    }
}
